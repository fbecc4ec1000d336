/** What was typed cannot be meant; the message says why in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Command → its lines of the help page. */
export const help: Readonly<Record<string, string>> = {
  publish: `  publish <app>… | --all         build what changed, upload, check, compose, go live
      --over-budget "<reason>"   let a release over budget through, on record
      --allow-no-way-back "<reason>"
                                 let a release through that closes a rollback, on record`,
  rollback: `  rollback <app> [--to <version>]
                                 back to the release before, or to a given one; again goes further`,
  preview: `  preview <app> --name <name>    the site with that one build under /preview/<name>/
  preview --remove <name>        take a preview away`,
  compose: `  compose                        compose the live releases again, for instance with new prices`,
  settings: `  settings                       public address, price service and budget of the site
      --site-url <address>       "none" for a site on this machine only
      --prices-url <address>     "none" for the embedded service
      --budget <app or page>.<kind>=<bytes>
                                 such as pricing.script=7300 or index.html.html=none; repeatable`,
  prune: `  prune [--keep-days <days>]     remove what has not been live for 30 days; never what is in use`,
  status: `  status                         what is live`,
  history: `  history                        what happened`,
  verify: `  verify                         every file in use against its hash, every page composed again`,
  nginx: `  nginx [--out <file>]           a complete configuration of nginx for this store and its services
      --services <address>       where "npm start" answers, for services without an address of
                                 their own (SUBSCRIPTION_URL, MANAGER_URL, STORE_UI_URL)
      --listen <port>            or <address>:<port>; 8080, with a certificate 443
      --tls-certificate <file> --tls-key <file> [--redirect-listen <port>]
                                 TLS and HTTP/2; SITE_URL names the site
      --user <name>, --run-folder <folder>, --modules <folder>
                                 account of the workers, place of its own files, of its modules`,
  help: `  help                           this page; "-h" after a command shows its lines`,
};
export const commandNames = Object.keys(help).filter((name) => name !== 'help');

export const helpPage = `Usage: npm run release -- <command>

${Object.values(help).join('\n')}

  --dry-run, with any command that changes the site, prints its plan and leaves the store alone.
  --json, with any command but nginx, prints the answer for machines.
`;

/**
 * npm keeps an option for itself that is typed without the `--` before it, and leaves it in the
 * environment: the command would run without it.
 * @throws UsageError naming the option and what to type
 */
export function refuseSwallowedOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const options = new Set(helpPage.match(/--[a-z]+(?:-[a-z]+)*/g));
  for (const option of options) {
    const value = environment[`npm_config_${option.slice(2).replaceAll('-', '_')}`];
    if (value === undefined || value === '' || args.includes(option)) continue;
    throw new UsageError(
      `npm kept ${option} for itself; type "--" before the command: npm run release -- ${[...args, option].join(' ')}`,
    );
  }
}
