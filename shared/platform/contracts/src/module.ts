/*
 * The default export of a remote’s module is a component for the host’s React, or an object as below, which renders
 * itself with another React, another framework, or none. Props are plain data: those that the module’s entry in its
 * package.json names. While a module is mounted, only the query of its page changes them, or for a part the module
 * around it.
 *
 * List the packages that such a module brings in `dependencies`, and `react` then not in `peerDependencies`. Pages
 * enforce Trusted Types, so create elements one by one instead of setting `innerHTML`; if a library makes a policy of
 * its own, name it under `microFrontend.trustedTypes`. Other modules share the document, so all ids begin with the
 * prefix below. `npm run new -- reviews --framework vue`, or svelte, or react-own, writes a remote with such a module,
 * its builds, page and tests.
 */

export type ModuleProps = Readonly<Record<string, unknown>>;

/** The page around a module: its prop `page`. A module that takes it is rendered once for each page. */
export interface Page<Row = unknown> {
  /** Under the base path; '*' for the page of all other addresses. */
  readonly address: string;
  /** Values of the parameters in the address, such as `:id`, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Such as '?until=1000'. It is '' while composing and in the first render over composed markup. */
  readonly query: string;
  /** The row of data that the page was made from, or null. */
  readonly data: Row;
}

/**
 * The head of a page, for search engines, previews of links and tabs: plain text. The module of a page can export a
 * function `head`, from its props to this, which replaces the values of the page's row.
 */
export interface PageHead {
  readonly title?: string;
  readonly description?: string;
  /** Address under the base path of the page that search engines should list instead. */
  readonly canonical?: string;
  /** The subject of the page, by https://schema.org. */
  readonly structuredData?: Readonly<Record<string, unknown>>;
}

/** A mounted module. */
export interface MountedModule<Props = ModuleProps> {
  /** Removes everything that it has created: nodes, listeners, timers. Not called if `mount` has thrown. */
  readonly unmount: () => void;
  /**
   * Applies changed props: another query of its page, or a change by the module around a part. Without it the module is
   * mounted again.
   */
  readonly update?: (props: Props) => void;
}

/** @typeParam Props the props of one module, in its own sources */
export interface OwnModule<Props = ModuleProps> {
  /**
   * Returns the markup that `mount` later finds in its element, the same for the same props. It runs when the site is
   * composed, without the APIs of a browser or of Node. Import code that is for `render` alone where `__COMPOSES__` is
   * true (`if (!__COMPOSES__) return '';`), so that visitors do not load it.
   */
  readonly render: (props: Props, options: { readonly prefix: string }) => string | Promise<string>;
  /**
   * Makes the element interactive. Presses and typed text from before are replayed as soon as it has returned. An error
   * that it throws is a fault of its app: visitors get a copy of the rendered markup with "Try again" below it, which
   * mounts in a new, empty element.
   * @param options hydrate: whether the element holds the markup of `render`, and its nodes have to stay; else it is
   *   empty. prefix: the beginning of its ids, as in `render`, and different wherever the module stands. report:
   *   reports a fault that is found later, such as by a framework's error handler, to the same effect; `unmount`
   *   follows. Other errors of handlers and timers are logged, and the module goes on.
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

/** Whether a default export renders itself, and is no component. */
export function isOwnModule(exported: unknown): exported is OwnModule {
  return 'mount' in Object(exported);
}

/** The head of a page, by the exports of its module, or undefined. @throws an error of the module’s `head` */
export function headOf(module: unknown, props: ModuleProps): unknown {
  const head: unknown = Reflect.get(Object(module), 'head');
  return typeof head === 'function' ? Reflect.apply(head, undefined, [props]) : undefined;
}
