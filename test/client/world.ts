import type { Almanac as Client, Settings } from '../../client/src/index.ts'
import type { TestAlmanac } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { Almanac } from './client.ts'

/** The client of an organization of a service. Where it would wait, the jobs of the service are worked on. */
export const clientOf = (
  service: Pick<TestAlmanac, 'url' | 'almanac'>,
  { rawKey }: Pick<TestOrganization, 'rawKey'>,
  settings: Partial<Settings> = {},
): Client =>
  new Almanac({
    baseUrl: service.url,
    apiKey: rawKey,
    async wait(_ms, signal) {
      signal?.throwIfAborted()
      await service.almanac.jobs.workNow()
    },
    ...settings,
  })

/** Recipes, which import the client when its table of operations is there. */
export async function readRecipes() {
  return {
    ...(await import('../../client/recipes/find-companies.ts')),
    ...(await import('../../client/recipes/ask-the-price.ts')),
    ...(await import('../../client/recipes/enrich-a-list.ts')),
    ...(await import('../../client/recipes/reveal-contacts.ts')),
    ...(await import('../../client/recipes/cancel-a-job.ts')),
    ...(await import('../../client/recipes/export-an-audience.ts')),
    ...(await import('../../client/recipes/watch-companies.ts')),
    ...(await import('../../client/recipes/receive-webhooks.ts')),
    ...(await import('../../client/recipes/follow-events.ts')),
    ...(await import('../../client/recipes/say-what-went-wrong.ts')),
    ...(await import('../../client/recipes/try-in-the-sandbox.ts')),
    ...(await import('../../client/recipes/report-spending.ts')),
  }
}
