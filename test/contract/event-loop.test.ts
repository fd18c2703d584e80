import { beforeAll, expect, test } from 'vitest'
import { Failure, type Incoming } from '../../src/operation/index.ts'
import { receive } from '../../src/operation/pipeline/receive.ts'
import { givenMembers, validate } from '../../src/operation/pipeline/validate.ts'
import { verifies } from '../conformance/verifies.ts'
import { isLong } from '../support/long.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { keyedOperations, readsQuery } from './example-request.ts'
import { bytesOf } from './in-process.ts'
import { allMembers, distinctMembers, membersOfEachType, schemaOf, type Member } from './members.ts'
import { allowedMs } from '../support/machine-pace.ts'

let service: SampledAlmanac
let org: TestOrganization
beforeAll(async () => {
  service = await sampleWorld()
  org = await service.org(1_000_000)
})

const mebibyte = 1_048_576
const list = (count: number, item: string) => `[${Array.from({ length: count }, () => item).join(',')}]`
/** As many members as are taken, each a name of its own. */
const members = (count: number, value: string) =>
  `{${Array.from({ length: count }, (_, index) => `"m${index}":${value}`).join(',')}}`
/** Levels of lists, each with as many of the next as fit into the whole. */
function tree(bytes: number): string {
  let text = '[]'
  while (text.length * 31 + 40 < bytes) text = list(30, text)
  return text
}

const values: [string, string][] = [
  ['one long text', JSON.stringify('x'.repeat(mebibyte - 40))],
  ['one long text of escapes', `"${'\\u00e9'.repeat((mebibyte - 40) / 6)}"`],
  ['one long text of words', JSON.stringify('ab '.repeat((mebibyte - 40) / 3))],
  ['9,999 texts', list(9_999, JSON.stringify('y'.repeat(100)))],
  ['9,999 numbers', list(9_999, '1.5')],
  ['9,999 objects', list(9_999, '{"identifier":"domain","domain":"a.example"}')],
  ['9,999 objects of a kind that is not', list(9_999, '{"identifier":"x","domain":7}')],
  ['9,999 unknown members', members(9_999, '"z"')],
  ['9,999 unknown members that nearly fit', members(9_999, '{"anyOf":[1]}')],
  ['a tree of lists', tree(mebibyte - 100)],
  ['lists in 30 levels', `${'['.repeat(29)}${']'.repeat(29)}`],
  ['350,000 numbers', list(350_000, '12')],
]

const bodies = keyedOperations.filter(([, operation]) => !readsQuery(operation))
const limitMs = 100

/** What server and client take for a MiB besides reading it as JSON: 9 ms for the last value, which is refused early. */
const httpMs = 10

/** The most that a test measured, and where. */
interface Slowest {
  where: string
  ms: number
}

/** CPU this thread uses for some work, milliseconds: what others do on the machine does not count. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The least of a few where it is much: collecting garbage of others, and code that runs for the first time, only ever add. */
async function leastCpuOf(work: () => unknown, enoughMs: number): Promise<number> {
  let least = await cpuOf(work)
  for (let again = 0; again < 3 && least >= enoughMs / 2; again++) least = Math.min(least, await cpuOf(work))
  return least
}

/** A request from its first byte to the last of its answer, client included. */
const requestMs = ({ operation }: Member, body: string) =>
  leastCpuOf(async () => {
    await service.send(`POST ${operation.path}`, { key: org.rawKey, body })
    // No budget is used up and no answer is remembered from one request to the next.
    service.clock.advance(1_000)
  }, limitMs)

type Place = (value: unknown) => Record<string, unknown>

/** The place of a member, and the places inside of an object that hold texts and lists. */
const placesOf = (member: Member): Place[] => [
  (value) => ({ [member.member]: value }),
  ...(takesObject(member)
    ? [
        (value: unknown) => ({ [member.member]: { domains: value } }),
        (value: unknown) => ({ [member.member]: { value } }),
        (value: unknown) => ({ [member.member]: { keywords: { anyOf: value } } }),
      ]
    : []),
]

const takesObject = (member: Member) =>
  schemaOf(member)
    .safeParse(7)
    .error?.issues.some((issue: unknown) => JSON.stringify(issue).includes('"expected":"object"')) === true

const nothing: Incoming = {
  body: null,
  query: {},
  pathParameters: {},
  address: '127.0.0.1',
  header: () => undefined,
}

/** What a step of the pipeline answers, undefined where it refuses; what is no refusal is a fault. */
function taken<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch (thrown) {
    if (thrown instanceof Failure) return undefined
    throw thrown
  }
}

/** Inputs that handlers were asked for: what is left out as unknown, whatever it is, they do not see. */
const asked = new Set<string>()

function isNewToHandler({ id }: Member, input: unknown): boolean {
  const { size } = asked
  return asked.add(`${id} ${JSON.stringify(input)}`).size > size
}

/**
 * Reading depends on the bytes alone, so it is measured once, and validation for each schema; what is taken goes on to a
 * handler, so all of that request is measured. A long run asks for everything over HTTP.
 */
test.each(values)('%s in any place of any operation uses less than 100 ms', async (name, text) => {
  verifies('promise.api.event-loop')
  const read = () => taken(() => receive(bytesOf(`{"m":${text}}`)))
  const readMs = await leastCpuOf(read, limitMs)
  const received = read()
  let slowest: Slowest = { where: 'reading', ms: readMs }
  const note = (ms: number, { id, member }: Member) => {
    if (ms > slowest.ms) slowest = { where: `${id}: ${member}`, ms }
  }
  for (const member of isLong ? allMembers(bodies) : distinctMembers(bodies)) {
    for (const place of placesOf(member)) {
      if (isLong) note(await requestMs(member, textOf(place, text)), member)
      // Too wide or too deep: no operation is asked.
      if (isLong || received === undefined) continue
      const body = place(received['m'])
      let validated: { input: unknown } | undefined
      const check = () => (validated = taken(() => valid(member, body)))
      note(readMs + httpMs + (await leastCpuOf(check, limitMs - readMs - httpMs)), member)
      if (validated !== undefined && isNewToHandler(member, validated.input))
        note(await requestMs(member, textOf(place, text)), member)
    }
  }
  for (const member of membersOfEachType(bodies)) {
    const [place] = placesOf(member) as [Place]
    note(await requestMs(member, textOf(place, text)), member)
  }
  console.log(`${name}: at most ${slowest.ms.toFixed(0)} ms (${slowest.where})`)
  expect(slowest.ms).toBeLessThan(allowedMs(limitMs, 'processor'))
})

const valid = ({ operation }: Member, body: Record<string, unknown>) =>
  validate(operation, givenMembers(operation, nothing, body))

/** The body with the value as it was written, escapes and all. */
const textOf = (place: Place, text: string) => JSON.stringify(place('#')).replace('"#"', () => text)
