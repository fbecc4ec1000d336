/** True in the build that compose renders with, false in the build for browsers. A constant of the bundler. */
declare const __COMPOSES__: boolean;

// Bundlers replace `process.env.NODE_ENV`. These declarations merge with those of @types/node.
declare namespace NodeJS {
  interface ProcessEnv {
    readonly NODE_ENV?: string | undefined;
  }
  interface Process {
    env: ProcessEnv;
  }
}
// oxlint-disable-next-line eslint/no-var -- only a `var` may be declared again, as @types/node does
declare var process: NodeJS.Process;

declare module '*.module.css' {
  const classNames: Readonly<Record<string, string>>;
  export default classNames;
}
declare module '*.module.scss' {
  const classNames: Readonly<Record<string, string>>;
  export default classNames;
}
declare module '*.module.less' {
  const classNames: Readonly<Record<string, string>>;
  export default classNames;
}
declare module '*.css';
declare module '*.scss';
declare module '*.less';
declare module '*.txt' {
  const text: string;
  export default text;
}
declare module '*?raw' {
  const text: string;
  export default text;
}
declare module '*?url' {
  const url: string;
  export default url;
}
declare module '*.avif' {
  const url: string;
  export default url;
}
declare module '*.gif' {
  const url: string;
  export default url;
}
declare module '*.ico' {
  const url: string;
  export default url;
}
declare module '*.jpg' {
  const url: string;
  export default url;
}
declare module '*.jpeg' {
  const url: string;
  export default url;
}
declare module '*.png' {
  const url: string;
  export default url;
}
declare module '*.svg?react' {
  import type { FunctionComponent, SVGProps } from 'react';
  const component: FunctionComponent<SVGProps<SVGSVGElement>>;
  export default component;
}
declare module '*.svg' {
  const url: string;
  export default url;
}
declare module '*.webp' {
  const url: string;
  export default url;
}
declare module '*.woff' {
  const url: string;
  export default url;
}
declare module '*.woff2' {
  const url: string;
  export default url;
}
declare module '*.ttf' {
  const url: string;
  export default url;
}
declare module '*.otf' {
  const url: string;
  export default url;
}
declare module '*.pdf' {
  const url: string;
  export default url;
}
