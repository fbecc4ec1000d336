/*
 * The default export of a remote’s module: a component for the host’s React, or an object as below, which brings what
 * renders it: another React, another framework, or none. Props are plain data, those that the module’s entry in its
 * package takes. They stay the same while the module stands in the page.
 */

export type ModuleProps = Readonly<Record<string, unknown>>;

/** What stands in a page since `mount`. */
export interface MountedModule {
  /** Takes away all that it has made: nodes, listeners, timers. */
  readonly unmount: () => void;
}

/** @typeParam Props those of one module, where its own sources say them */
export interface OwnModule<Props = ModuleProps> {
  /** Markup, the same for the same props. It runs where there is no browser, when the site is composed. */
  readonly render: (props: Props) => string | Promise<string>;
  /**
   * Brings the element to life. Whatever it throws is a fault of its app: visitors get a copy of what was rendered, with
   * "Try again" below it.
   * @param options hydrate: whether the element holds what `render` gave, whose nodes then have to stay; else it is empty.
   *   report: for a fault that is found later, such as by a framework's own handler of errors, to the same effect
   */
  readonly mount: (
    element: HTMLElement,
    props: Props,
    options: { readonly hydrate: boolean; readonly report: (cause: unknown) => void },
  ) => MountedModule;
}

/** Whether a default export is one of these, and no component. */
export function isOwnModule(exported: unknown): exported is OwnModule {
  return 'mount' in Object(exported);
}
