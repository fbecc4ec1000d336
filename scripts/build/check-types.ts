import path from 'node:path';
import type { App } from 'shared/build/apps';

/**
 * Checks the types of what browsers load of one app: webpack only takes them out.
 * @param root the workspace root
 * @returns what the compiler says, file, line and error; '' when all is well
 */
export async function checkTypes(root: string, app: App): Promise<string> {
  const { default: ts } = await import('typescript');
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => undefined,
    getCanonicalFileName: (name: string) => name,
    getNewLine: () => '\n',
  };
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(root, 'tsconfig.browser.json'),
    { noEmit: true, emitDeclarationOnly: false, composite: false, incremental: false },
    host,
  );
  if (!config) throw new Error('tsconfig.browser.json cannot be read.');
  const own = path.join(root, app.folder) + path.sep;
  // Declarations of what is no TypeScript, such as style sheets, stand in shared.
  const files = config.fileNames.filter(
    (file) => path.normalize(file).startsWith(own) || file.endsWith('.d.ts'),
  );
  const { tsBuildInfoFile: _cache, ...options } = config.options;
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram(files, options));
  return ts.formatDiagnostics(diagnostics, { ...host, getCurrentDirectory: () => root }).trim();
}
