import { TokenType, type CSSToken } from '@csstools/css-tokenizer';
import { readValues, StyleSyntaxError, type Value } from '@composed/apps/read-styles';
import { ReachProblem, sharedNames, type SharedName } from '@composed/apps/style-reach';
import { ReleaseError, type DeploymentInput } from '../deployment/deployment';

/*
 * A name that a style sheet gives (a font, an animation, a layer, a custom property of everything) holds for the whole
 * page. A library's own name may stand there where no other app says it, or where it says the same of it.
 */

interface AppStyles {
  readonly app: string;
  readonly texts: readonly string[];
}

async function stylesOf({ releases }: DeploymentInput): Promise<AppStyles[]> {
  const all = Object.entries(releases).map(async ([app, { manifest, readFile }]) => {
    const names = new Set(Object.values(manifest.exposes).flatMap(({ styles }) => styles));
    const texts = [...names].map(async (name) => (await readFile(name)).toString('utf8'));
    return { app, texts: await Promise.all(texts) };
  });
  return Promise.all(all);
}

const wordOf = ([type, , , , data]: CSSToken): string[] =>
  type === TokenType.Ident || type === TokenType.String ? [data.value.toLowerCase()] : [];

const wordsIn = (values: readonly Value[]): string[] =>
  values.flatMap(({ token, inside }) => [...wordOf(token), ...wordsIn(inside ?? [])]);

/** Words of its style sheets in lower case; null where one cannot be read, and may say anything. */
function wordsOf({ texts }: AppStyles): ReadonlySet<string> | null {
  try {
    return new Set(texts.flatMap((text) => wordsIn(readValues(text))));
  } catch (error) {
    if (error instanceof StyleSyntaxError) return null;
    throw error;
  }
}

const namesOf = ({ app, texts }: AppStyles) => {
  try {
    return texts.flatMap((text) => sharedNames(app, text));
  } catch {
    // Only an old release has such a style sheet: a publish refuses it today.
    return [];
  }
};

/** Looks at a style sheet that a module was rendered with. @throws ReleaseError as `checkStyleNames` does */
export type CheckRenderedStyles = (app: string, text: string) => void;

/**
 * @returns looks at style sheets that modules of these apps are rendered with
 * @throws ReleaseError naming the app whose style sheet names what another one says, and that one
 */
export async function checkStyleNames(input: DeploymentInput): Promise<CheckRenderedStyles> {
  const styles = await stylesOf(input);
  const appNames = styles.flatMap((each) =>
    each.app === 'host' ? [] : namesOf(each).map((name) => ({ ...name, app: each.app })),
  );
  const words = new Map<string, ReadonlySet<string> | null>();
  const says = (each: AppStyles, word: string) => {
    const known = words.has(each.app) ? words.get(each.app) : wordsOf(each);
    words.set(each.app, known ?? null);
    return !known || known.has(word) || word.split(' ').every((part) => known.has(part));
  };
  const check = (app: string, { kind, name, definition }: SharedName) => {
    const other = styles.find((each) => {
      const same = appNames.some(
        (its) =>
          its.app === each.app &&
          its.kind === kind &&
          its.name === name &&
          its.definition === definition,
      );
      return each.app !== app && !same && says(each, name.toLowerCase());
    });
    if (!other) return;
    throw new ReleaseError(
      app,
      `its style sheet names ${kind} "${name}" for the whole page, and ${other.app} says that name as well; let it begin with "${app}-"`,
    );
  };
  for (const { app, ...name } of appNames) check(app, name);
  return (app, text) => {
    try {
      // Browsers get its rules one by one, in a scope of the app's slots.
      for (const name of sharedNames(app, `@scope (.${app}-slot){${text}}`)) check(app, name);
    } catch (error) {
      if (!(error instanceof ReachProblem || error instanceof StyleSyntaxError)) throw error;
      throw new ReleaseError(
        app,
        `a style sheet in its markup cannot stand there: ${error.message}`,
      );
    }
  };
}
