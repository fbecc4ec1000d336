/** What was typed cannot be meant; the message says why in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Command → its lines of the help page. */
export const help: Readonly<Record<string, string>> = {
  publish: `  publish <app>… | --all         build what changed, upload, check, compose, go live
      --over-budget "<reason>"   let a release over budget through, on record
      --allow-no-way-back "<reason>"
                                 let a release through that closes a rollback, on record
      --skip-types "<reason>", --skip-hydration "<reason>"
                                 leave out a check of a build that is new, on record:
                                 types and required props, or its pages in a browser
      --canary <share> [--promote-after <minutes>m]
                                 one app, for 1 to 99 per cent of the visitors; with signals it is
                                 aborted by itself, and after so long promoted by itself`,
  rollback: `  rollback <app> [--to <version>] [--canary <share>]
                                 back to the release before, or to a given one; again goes further`,
  canary: `  canary <share>                 another share of the visitors for the canary`,
  promote: `  promote                        the canary goes live, with the very pages that were tried`,
  abort: `  abort [--reason "<reason>"]    the canary goes away`,
  remove: `  remove <app>                   take an app that no page shows off the site`,
  preview: `  preview <app> --name <name>    the site with that one build under /preview/<name>/
  preview --remove <name>        take a preview away`,
  compose: `  compose                        compose the live releases again, for instance with new prices`,
  settings: `  settings                       public address, price service, signals and budget of the site
      --site-url <address>       "none" for a site on this machine only
      --prices-url <address>     "none" for the embedded service
      --signals <address>[=<per cent of visits>]
                                 where pages send what visits came to, such as /_signals=10 for
                                 the embedded collector; "none" is what a site begins with
      --budget <app or page>.<kind>=<bytes>
                                 such as pricing.script=7300 or index.html.html=none; repeatable`,
  prune: `  prune [--keep-days <days>]     remove what has not been live for 30 days; never what is in use`,
  status: `  status                         what is live`,
  history: `  history                        what happened`,
  verify: `  verify                         every file in use against its hash, every page composed again
      --store                    of 32 who create the same object at once, one wins`,
  nginx: `  nginx [--out <file>]           a complete configuration of nginx for this store and its services
      --services <address>       where "npm start" answers, for services without an address of
                                 their own (SUBSCRIPTION_URL, MANAGER_URL, STORE_UI_URL)
      --listen <port>            or <address>:<port>; 8080, with a certificate 443
      --tls-certificate <file> --tls-key <file> [--redirect-listen <port>]
                                 TLS and HTTP/2; SITE_URL names the site
      --user <name>, --run-folder <folder>, --modules <folder>
                                 account of the workers, place of its own files, of its modules`,
  headers: `  headers --for cloudfront|netlify|cloudflare|nginx
                                 the headers of what is live, for a CDN or host before a bucket`,
  help: `  help                           this page; "-h" after a command shows its lines`,
};
export const commandNames = Object.keys(help).filter((name) => name !== 'help');

export const helpPage = `Usage: npm run release -- <command>

${Object.values(help).join('\n')}

  --dry-run, with any command that changes the site, prints its plan and leaves the store alone.
  --json, with any command but nginx and headers, prints the answer for machines.
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
