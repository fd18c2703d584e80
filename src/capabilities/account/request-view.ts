import { z } from 'zod'
import { toCredits } from '../../lib/credits.ts'
import { curlCommand, type RequestSource } from '../../operation/index.ts'
import { keptMembers, type LoggedRequest } from '../../platform/requests/index.ts'
import type { AccountDeps } from './slice.ts'

export const requestSources = ['api', 'console', 'agent'] as const satisfies readonly RequestSource[]

const effects = ['reads', 'spends', 'changes'] as const

/** A request as the log shows it. */
export const requestView = z
  .object({
    id: z.string().describe('The X-Request-Id of the answer.'),
    organizationId: z.string(),
    createdAt: z.iso.datetime(),
    keyId: z.string(),
    actor: z
      .string()
      .describe(
        'Who sent it: `key:ID`, or the person in the console, `person:ADDRESS` or `operator:ACCOUNT`.',
      ),
    source: z
      .enum(requestSources)
      .describe(
        'api: with a key over HTTP; console: a person in the console; agent: through a server for agents.',
      ),
    operationId: z.string(),
    effect: z
      .enum(effects)
      .nullable()
      .describe(
        'What the operation does: `reads` for nothing, `spends` credits to read, or `changes` something, which keys that only read may not. null where this version does not have it.',
      ),
    method: z.string(),
    routePath: z.string(),
    statusCode: z.number().int(),
    durationMs: z.number(),
    errorCode: z.string().nullable(),
    creditsCharged: z.number(),
    request: z.unknown().describe('Members of the request; keys and personal data are masked.'),
    curl: z
      .string()
      .nullable()
      .describe(
        'The request as a POSIX shell command, with `$ALMANAC_API_KEY` for the key and the same members masked. null where the members were not stored: too long, not JSON, or about somebody who asked to be removed.',
      ),
  })
  .meta({ id: 'ApiRequest' })

export function viewOfRequest(
  deps: AccountDeps,
  logged: LoggedRequest,
  nameActor: (keyId: string) => string,
): z.input<typeof requestView> {
  const { createdAt, creditsCharged, request, ...rest } = logged
  return {
    ...rest,
    actor: nameActor(logged.keyId),
    createdAt: createdAt.toISOString(),
    creditsCharged: toCredits(creditsCharged),
    request: request ?? null,
    effect: deps.registry.find(logged.operationId)?.effect ?? null,
    curl: buildCurl(deps, logged),
  }
}

/** Built from the stored log, so anything masked or forgotten there is masked or missing here. */
function buildCurl(
  { registry, baseUrl }: AccountDeps,
  { operationId, request }: LoggedRequest,
): string | null {
  const [operation, input] = [registry.find(operationId), keptMembers(request)]
  return operation === undefined || input === undefined ? null : curlCommand(operation, { baseUrl, input })
}
