import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { operation, tag } from '../slice.ts'
import { companies, people, type TrackedKind } from '../tracked-kinds.ts'

const makeReading = (kind: TrackedKind, operationId: string) =>
  operation({
    id: operationId,
    route: `GET /v1/tracker/${kind.entityType}-lists/{listId}`,
    tag,
    summary: `Read a tracker list of ${kind.plural}`,
    describe: 'Returns a list with its rules, archived or not.',
    input: z.object({ listId: kind.listId }),
    output: kind.view,
    price: free('Lists are free to read.'),
    limit: perMinute(120),
    follows: kind.follows,
    fails: ['not-found'],
    examples: [{ name: 'One list', input: { listId: kind.exampleId } }],
    effect: 'reads',
    async handle({ input: { listId: id }, call, deps }) {
      const list = await deps.trackers.find(call.organizationId, { entityType: kind.entityType, id }, true)
      return kind.showList(deps, list)
    },
  })

export const getTrackerCompanyList = makeReading(companies, 'getTrackerCompanyList')
export const getTrackerPersonList = makeReading(people, 'getTrackerPersonList')
