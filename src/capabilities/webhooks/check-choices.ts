import { nearest } from '../../lib/edit-suggestion.ts'
import { Failure, invalidMember, type Call, type Issue, type ToldEvent } from '../../operation/index.ts'
import { OutboundRefused } from '../../platform/outbound/index.ts'
import { mailAddresses, type DestinationKind, type Digest } from '../../platform/webhooks/index.ts'
import type { WebhooksDeps } from './slice.ts'

/** What to do where the receiver is beside the service. */
const here =
  'For a receiver on the machine of the service, run `almanac listen ORGANIZATION --forward PORT`, or have the operator set ALMANAC_OUTBOUND_LOOPBACK=true.'

const refusals: Record<OutboundRefused['reason'], string> = {
  'bad-url': 'Expected an absolute address with a host, and without a user or password.',
  'not-https': `Expected an address that begins with https://. ${here}`,
  'closed-port':
    'Expected port 443. The operator of this installation opens others with ALMANAC_OUTBOUND_PORTS.',
  'private-address': `This address is private, local or reserved: nothing is sent there. Expected one that is reachable from the Internet. ${here} Behind a firewall, read GET /v1/events.`,
  'own-port':
    'This is the address of this service itself, or of one of its stores: nothing is sent there. Expected the address of your receiver; `almanac listen ORGANIZATION` prints events without one.',
}

/**
 * Refuses what an endpoint cannot be: an address that may not be asked, events nobody tells, lists the organization does
 * not have. Throws Failure `invalid-request`; a name that nobody knows yet is a warning.
 */
export async function checkChoices(deps: WebhooksDeps, call: Call, chosen: Choices): Promise<void> {
  const { kind, url, eventTypes = [], listIds = [] } = chosen
  const issues = digestIssues(chosen)
  issues.push(
    ...eventTypes.flatMap((each, index) => eventIssue(deps.catalogue, each, `eventTypes[${index}]`)),
  )
  const existing = await deps.lists.among(deps.db, call.organizationId, listIds)
  for (const [index, id] of listIds.entries())
    if (!existing.has(id))
      issues.push({
        path: `listIds[${index}]`,
        message: 'Your organization has no list with this id.',
        code: 'custom',
      })
  if (issues.length > 0) throw new Failure('invalid-request', { issues })
  if (url === undefined) return
  if (kind === 'mail') await checkMailAddresses(deps, call, url)
  else await checkAddress(deps, call, url)
}

/** What somebody chose for an endpoint of a kind. */
interface Choices {
  kind: DestinationKind
  url?: string | undefined
  eventTypes?: string[] | undefined
  listIds?: string[] | undefined
  digest?: Digest | undefined
  digestHour?: number | undefined
}

const digestIssues = ({ kind, digest, digestHour }: Choices): Issue[] =>
  Object.entries(kind === 'mail' ? {} : { digest, digestHour }).flatMap(([path, value]) =>
    value === undefined
      ? []
      : [
          {
            path,
            message: 'Only mail has a digest: leave it out, or choose kind mail.',
            code: 'custom',
          },
        ],
  )

const maxAddresses = 10

/** Mail goes only to proven addresses: those that members signed in to the organization with. */
async function checkMailAddresses({ listMembers }: WebhooksDeps, call: Call, url: string): Promise<void> {
  const addresses = mailAddresses(url)
  if (addresses === undefined || addresses.length > maxAddresses)
    throw invalidMember(
      'url',
      `Expected mailto: and up to ${maxAddresses} addresses separated by commas, for example mailto:ann@acme.example.`,
    )
  const members = new Set((await listMembers(call.organizationId)).map((address) => address.toLowerCase()))
  const place = addresses.findIndex((address) => !members.has(address))
  if (place >= 0)
    throw invalidMember(
      'url',
      `Address ${place + 1} belongs to nobody who signed in to your organization. Mail is sent only to its members.`,
    )
}

async function checkAddress({ outbound }: WebhooksDeps, call: Call, url: string): Promise<void> {
  try {
    if (!(await outbound.mayAsk(url)))
      call.warn('url', 'The name of this host does not resolve now. Deliveries are retried until it does.')
  } catch (error) {
    if (error instanceof OutboundRefused) throw invalidMember('url', refusals[error.reason])
    throw error
  }
}

function eventIssue(catalogue: readonly ToldEvent[], name: string, path: string): Issue[] {
  const names = new Set(catalogue.flatMap(({ key, group }) => [key, group]))
  return names.has(name) ? [] : [unknownEvent(name, names, path)]
}

function unknownEvent(name: string, names: Iterable<string>, path: string): Issue {
  const meant = nearest(name, names)
  const hint = meant === undefined ? 'listWebhookEventTypes names them all.' : `Did you mean ${meant}?`
  return { path, message: `There is no such event. ${hint}`, code: 'custom' }
}

/** The event of a key. Throws Failure `invalid-request` for an unknown one. */
export function eventOfKey(catalogue: readonly ToldEvent[], key: string, path: string): ToldEvent {
  const event = catalogue.find((event) => event.key === key)
  if (event !== undefined) return event
  const keys = catalogue.map((event) => event.key)
  throw new Failure('invalid-request', { issues: [unknownEvent(key, keys, path)] })
}
