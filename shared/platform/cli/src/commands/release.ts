import { buildLater } from '@composed/build/release/build-later';
import { runReleaseCommand } from '@composed/server/tool/run-release';

runReleaseCommand(buildLater);
