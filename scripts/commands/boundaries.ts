import { join } from 'node:path';
import { checkProject } from '../checks/project-checks';

/** `npm run boundaries`: prints how the rules of the repository are broken, if they are. */
for (const { title, offences } of checkProject(join(import.meta.dirname, '../..'))) {
  console.log(`${offences.length === 0 ? 'ok  ' : 'FAIL'} ${title}`);
  for (const offence of offences) console.log(`     ${offence}`);
  if (offences.length > 0) process.exitCode = 1;
}
