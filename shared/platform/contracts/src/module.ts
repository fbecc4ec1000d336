/*
 * The default export of a remote's module is either a component for the host's React, or a `SelfRenderingModule`, which
 * renders itself with another React, another framework, or none. Its props are plain data: those that the module's entry
 * in its package.json names. While a module is mounted, its props change only with the query of its page, or for a part
 * by the module around it.
 *
 * For such a module, list the packages that it brings in `dependencies`, and do not list `react` in `peerDependencies`.
 * Pages enforce Trusted Types, so create elements one by one instead of setting `innerHTML`; if a library creates a
 * policy of its own, name it under `microFrontend.trustedTypes`. Other modules share the document, so all ids have to
 * begin with the prefix below. `npm run new -- reviews --framework vue` (or svelte, or react-own) writes a remote with
 * such a module, its builds, page and tests.
 */

export type ModuleProps = Readonly<Record<string, unknown>>;

/** The prop `page`: the page around a module. A module that takes it is rendered once for each page. */
export interface Page<Row = unknown> {
  /** Relative to the base path; '*' for the page of all other addresses. */
  readonly address: string;
  /** Values of the parameters in the address, such as `:id`, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The query, such as '?until=1000'. It is '' while composing and in the first render over composed markup. */
  readonly query: string;
  /** The row of data that the page was made from, or null. */
  readonly data: Row;
}

/**
 * The head of a page, for search engines, link previews and tabs. All texts are plain text. The module of a page can
 * export a function `head` that returns it from the module's props; its values replace those of the page's row.
 */
export interface PageHead {
  readonly title?: string;
  readonly description?: string;
  /** Address under the base path of the page that search engines should list instead. */
  readonly canonical?: string;
  /** The subject of the page, in the vocabulary of https://schema.org. */
  readonly structuredData?: Readonly<Record<string, unknown>>;
}

export interface MountedModule<Props = ModuleProps> {
  /** Removes everything that the module has created: nodes, listeners, timers. Not called if `mount` has thrown. */
  readonly unmount: () => void;
  /** Applies changed props. A module without it is mounted again instead. */
  readonly update?: (props: Props) => void;
}

/** @typeParam Props the props of one module, for use in the module's own sources */
export interface SelfRenderingModule<Props = ModuleProps> {
  /**
   * Returns the markup that `mount` later finds in its element; for the same props it must be the same. It runs when the
   * site is composed, without the APIs of a browser or of Node. Import code that only `render` needs where `__COMPOSES__`
   * is true (`if (!__COMPOSES__) return '';`), so that visitors do not load it.
   */
  readonly render: (props: Props, options: { readonly prefix: string }) => string | Promise<string>;
  /**
   * Makes the element interactive. When it returns, earlier presses and typed text are replayed. An error that it throws
   * is reported as a fault of its app: visitors get a copy of the rendered markup with "Try again" below it, which mounts
   * the module in a new, empty element.
   * @param options hydrate: true if the element holds the markup of `render`, whose nodes have to stay; false if it is
   *   empty. prefix: the beginning of all ids, as in `render`; it differs between places of the same module. report:
   *   reports a fault that is found later, for instance by a framework's error handler, with the same effect as an error
   *   thrown here; `unmount` is called. Other errors of handlers and timers are only logged.
   */
  readonly mount: (
    element: HTMLElement,
    props: Props,
    options: {
      readonly hydrate: boolean;
      readonly prefix: string;
      readonly report: (cause: unknown) => void;
    },
  ) => MountedModule<Props>;
}

/** Whether a default export is a `SelfRenderingModule` and not a component. */
export function isSelfRendering(exported: unknown): exported is SelfRenderingModule {
  return 'mount' in Object(exported);
}

/**
 * Returns the head that a page's module gives, or undefined.
 * @throws any error of the module's `head`
 */
export function headOf(module: unknown, props: ModuleProps): unknown {
  const head: unknown = Reflect.get(Object(module), 'head');
  return typeof head === 'function' ? Reflect.apply(head, undefined, [props]) : undefined;
}
