declare module '@mdn/mdn-http-observatory/src/retriever/retriever.js' {
  export function retrieve(
    hostname: string,
    options: { httpPort: number; httpsPort: number; path: string },
  ): Promise<{ responses: { auto: { status: number } | null } }>;
}

declare module '@mdn/mdn-http-observatory/src/constants.js' {
  interface Output {
    readonly result: string | null;
    readonly pass: boolean;
  }
  export const ALL_TESTS: readonly ((retrieved: unknown) => Output)[];
}

declare module '@mdn/mdn-http-observatory/src/grader/grader.js' {
  export function getScoreModifier(result: string): number;
  export function getGradeForScore(score: number): { score: number; grade: string };
}

declare module '@mdn/mdn-http-observatory/src/grader/charts.js' {
  export const MINIMUM_SCORE_FOR_EXTRA_CREDIT: number;
}
