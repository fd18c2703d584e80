/** The client as a program has it. Its table of operations is written first: it is not in the repository. */
import { writeOperations } from '../../scripts/client.ts'

await writeOperations()
export const { Almanac, Invalid, NotFound, OutOfCredits, RateLimited, Unavailable, Unauthorized } =
  await import('../../client/src/index.ts')
export const { Canceled, Conflict, Forbidden, JobFailed, NotGenuine, Unreachable, verifyWebhook } =
  await import('../../client/src/index.ts')
export const core = await import('../../client/src/core.ts')
