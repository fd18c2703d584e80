import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../../src/operation/index.ts'
import { verifies } from '../../conformance/verifies.ts'
import type { TestOrganization } from '../../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../../worlds/sample.ts'
import { requestOf } from '../example-request.ts'
import { everyOperation } from '../registry.ts'
import { unreadable } from './answers.ts'
import { contractFiles, readContract } from './contract-file.ts'
import { memberTree } from './member-tree.ts'
import type { Member } from './notation.ts'
import { askedOf, madeFor, textsOf, type Made } from './questions.ts'
import { fullRequests, leastRequest, nullRequests } from './requests.ts'
import { movedTo, reviewOf } from './reviewed.ts'

const operations = new Map(everyOperation)

const isThere = contractFiles.every((file) => existsSync(file))
/** The suite is read even where it is skipped. */
const readIfThere = () =>
  isThere ? readContract((file) => readFileSync(file, 'utf8')) : { contract: [], lists: new Map() }

describe.skipIf(!isThere)(
  'a client of ../shared/reference/client-contract.txt (skipped where it is absent)',
  () => {
    const { contract, lists } = readIfThere()
    let service: SampledAlmanac
    let org: TestOrganization
    let made: Made
    beforeAll(async () => {
      service = await sampleWorld()
      org = await service.org(1_000_000)
      made = await madeFor(service, org)
    })

    const send = (operation: AnyOperation, input: unknown, headers: Record<string, string> = {}) => {
      const { route, body } = requestOf(operation, { input })
      return service.send(route, { key: org.rawKey, body, headers })
    }

    test.each(contract.map((each) => [each.id, each] as const))('%s', async (id, { request, output }) => {
      verifies('client.contract.in-service')
      const operation = operations.get(id) as AnyOperation
      const textOf = textsOf(id, made)
      const tree = memberTree(withLeast(id, request))
      const refused: string[] = []
      // What has no dry run takes the id alone, which the call below sends.
      const dry = { 'x-dry-run': '1' }
      const makers = operation.dryRun === false ? [] : [leastRequest, fullRequests, nullRequests]
      const sent = makers.flatMap((make) => make(tree, { lists, textOf }))
      for (const input of sent) {
        const { status, body } = await send(operation, input, dry)
        if (status !== 200) refused.push(`${status} ${JSON.stringify(body.issues ?? body.message)}`)
        for (const { field, message } of body.warnings ?? []) refused.push(`${field}: ${message}`)
        service.clock.set(service.clock.now() + 10_000)
      }
      expect([...new Set(refused)]).toEqual([])
      const asked = { ...leastRequest(tree, { lists, textOf }), ...askedOf(id) }
      const { status, body } = await send(operation, asked)
      expect([status, body.message]).toEqual([200, undefined])
      expect(body.warnings?.map(({ field }: { field: string }) => field) ?? []).toEqual(
        // Said of every live fetch where no source is set up.
        body.warnings?.length > 0 ? ['live'] : [],
      )
      const read = memberTree(output, (path) => movedTo(id, 'output', path))
      const differences = unreadable(read, body.output, lists).map(({ at, what }) => ({
        at: `${id} output${at}`,
        what,
      }))
      expect(reviewOf(differences).unreviewed).toEqual([])
    })
  },
)

/** SPEC "Sizes, bounds and time-outs": 10 identifiers at least, where the contract has one. */
const withLeast = (id: string, request: ReadonlyMap<string, Member>): ReadonlyMap<string, Member> =>
  id === 'startBatchContactDetails'
    ? new Map([...request, ['.personDetails', { types: ['array'], minItems: 10, isOptional: false }]])
    : request
