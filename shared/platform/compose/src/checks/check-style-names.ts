import { TokenType, type CSSToken } from '@csstools/css-tokenizer';
import { readValues, StyleSyntaxError, type Value } from '@composed/apps/read-styles';
import { sharedNames } from '@composed/apps/style-reach';
import { ReleaseError, type DeploymentInput } from '../deployment/deployment';

/*
 * What a style sheet names (a font, an animation, a layer, a custom property of everything) it names for the whole
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

/** What any of its style sheets says, in lower case; null: one cannot be read, and may say anything. */
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
    // Of a release from before its publish looked at that: a publish says what is wrong.
    return [];
  }
};

/** @throws ReleaseError naming the app whose style sheet names what another one says, and that one */
export async function checkStyleNames(input: DeploymentInput): Promise<void> {
  const styles = await stylesOf(input);
  const given = styles.flatMap((each) =>
    each.app === 'host' ? [] : namesOf(each).map((name) => ({ ...name, app: each.app })),
  );
  const words = new Map(styles.map((each) => [each.app, given.length > 0 ? wordsOf(each) : null]));
  for (const { app, kind, name, definition } of given) {
    const says = (word: string, known: ReadonlySet<string> | null | undefined) =>
      !known || known.has(word) || word.split(' ').every((part) => known.has(part));
    const other = styles.find((each) => {
      const same = given.some(
        (its) =>
          its.app === each.app &&
          its.kind === kind &&
          its.name === name &&
          its.definition === definition,
      );
      return each.app !== app && !same && says(name.toLowerCase(), words.get(each.app));
    });
    if (!other) continue;
    throw new ReleaseError(
      app,
      `its style sheet names ${kind} "${name}" for the whole page, and ${other.app} says that name as well; let it begin with "${app}-"`,
    );
  }
}
