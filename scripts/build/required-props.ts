import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from 'shared/build/apps';
import type { InterfaceDeclaration, Node, NodeArray, TypeElement } from 'typescript';

/** Where the contract stands, from the workspace root. */
const contract = 'shared/src/contracts/remotes.ts';

/**
 * The props that each exposed module of an app cannot do without, by the contract it is built against. They go
 * into its manifest: compose refuses a release that requires what the host does not give.
 * @returns federation expose key → names, sorted
 */
export async function requiredProps(root: string, app: App): Promise<Record<string, string[]>> {
  const { default: ts } = await import('typescript');
  const text = await readFile(path.join(root, contract), 'utf8');
  const source = ts.createSourceFile(contract, text, ts.ScriptTarget.Latest);
  const interfaces = new Map<string, InterfaceDeclaration>();
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement)) interfaces.set(statement.name.text, statement);
  }
  const nameOf = ({ name }: TypeElement) =>
    name && (ts.isStringLiteral(name) || ts.isIdentifier(name)) ? name.text : '';
  const membersOf = (type: Node | undefined): NodeArray<TypeElement> | undefined => {
    if (type && ts.isTypeLiteralNode(type)) return type.members;
    if (!type || !ts.isTypeReferenceNode(type)) return undefined;
    return interfaces.get(type.typeName.getText(source))?.members;
  };
  const modules = interfaces.get('RemoteProps')?.members ?? [];
  return Object.fromEntries(
    Object.keys(app.exposes).map((expose) => {
      const id = path.posix.join(app.name, expose);
      const module = modules.find((member) => nameOf(member) === id);
      const props = module && ts.isPropertySignature(module) ? membersOf(module.type) : undefined;
      if (!props) throw new Error(`${contract} has no props for ${id}; add them to RemoteProps.`);
      return [
        expose,
        props
          .filter((prop) => !prop.questionToken)
          .map(nameOf)
          .sort(),
      ];
    }),
  );
}
