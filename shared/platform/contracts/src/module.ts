/*
 * The default export of a remote’s module: a component for the host’s React, or an object as below, which brings what
 * renders it: another React, another framework, or none. Props are plain data, those that the module’s entry in its
 * package takes. While it stands in the page, its query alone changes them, and of a part the module around it.
 *
 * Packages that it brings stand in `dependencies` of its package.json, and `react` then in no `peerDependencies`. Pages refuse
 * text that becomes markup (`innerHTML`): elements are made one by one. What a library makes a policy of Trusted Types
 * for is named under `microFrontend.trustedTypes`. Other modules stand beside it: its ids begin with a prefix.
 * `npm run new -- reviews --framework vue`, or svelte, or react-own, writes one, with its builds, page and tests.
 */

export type ModuleProps = Readonly<Record<string, unknown>>;

/** The page that a module stands in: the prop `page` of one that takes it, which is rendered once for each of them. */
export interface Page<Row = unknown> {
  /** Under the base path; '*' of the page that stands for every other address. */
  readonly address: string;
  /** Values in the address in place of `:id`, by that name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** For `URLSearchParams`, such as '?until=1000'; '' as pages are composed and in the first render over that markup. */
  readonly query: string;
  /** The row of data that made the page; null where none did. */
  readonly data: Row;
}

/**
 * The head of a page, for search engines, previews of links and tabs: plain text. The module that is a page
 * says it by an export `head`, a function of its props beside the default export, in place of what its row says.
 */
export interface PageHead {
  readonly title?: string;
  readonly description?: string;
  /** Address under the base path of the page that says the same, and is to be found in place of it. */
  readonly canonical?: string;
  /** The subject of the page, by https://schema.org. */
  readonly structuredData?: Readonly<Record<string, unknown>>;
}

/** A module in a page since `mount`. */
export interface MountedModule<Props = ModuleProps> {
  /** Takes away all that it has made: nodes, listeners, timers. Not called where `mount` has thrown. */
  readonly unmount: () => void;
  /** Takes other props: another query of its page, or what the module around a part has changed. Without it the module is mounted again. */
  readonly update?: (props: Props) => void;
}

/** @typeParam Props the props of one module, in its own sources */
export interface OwnModule<Props = ModuleProps> {
  /**
   * The markup that `mount` finds in its element, the same for the same props. It runs when the site is composed, where
   * there is nothing of a browser or of Node. What is for this alone is imported where `__COMPOSES__` is true
   * (`if (!__COMPOSES__) return '';`), so that visitors do not load it.
   */
  readonly render: (props: Props, options: { readonly prefix: string }) => string | Promise<string>;
  /**
   * Brings the element to life. What was pressed and typed before is done again as soon as it has returned. Whatever it
   * throws is a fault of its app: visitors get a copy of what was rendered, with "Try again" below it, which mounts in
   * another element, an empty one.
   * @param options hydrate: whether the element holds what `render` gave, whose nodes then have to stay; else it is empty.
   *   prefix: what its ids begin with, as in `render`; another one wherever the module stands. report: for a fault that is found later, such as by a framework's own handler of errors, to the same effect;
   *   `unmount` follows. What handlers and timers throw and nobody reports is told, and the module goes on.
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

/** Whether a default export is one of these, and no component. */
export function isOwnModule(exported: unknown): exported is OwnModule {
  return 'mount' in Object(exported);
}

/** The head of a page, by the exports of its module, or undefined. @throws an error of the module’s `head` */
export function headOf(module: unknown, props: ModuleProps): unknown {
  const head: unknown = Reflect.get(Object(module), 'head');
  return typeof head === 'function' ? Reflect.apply(head, undefined, [props]) : undefined;
}
