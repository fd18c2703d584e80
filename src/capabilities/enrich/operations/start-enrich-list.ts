import { enrichCsv } from '../recipe.ts'
import { z } from 'zod'
import { perMinute, priceList, type Call, type LateJob } from '../../../operation/index.ts'
import { claimedRows } from '../../../platform/uploads/index.ts'
import { asideNote, type GivenRow } from '../../../corpus/tables/index.ts'
import { rowsPerItem, type RowsItem } from '../enrich-params.ts'
import { expectMatches } from '../expect-matches.ts'
import { enrichList } from '../jobs/enrich-list.ts'
import { countFindable, priceOfRows } from '../list-price.ts'
import { listBytes, checkMembers, readWhole, recogniseRows } from '../load-list.ts'
import { listKinds } from '../members.ts'
import { namedColumns } from '../recognise.ts'
import { readFormat } from '../row-lines.ts'
import { startInput, usedColumn, type StartInput } from '../schema.ts'
import { enrichTag, operation, type EnrichDeps } from '../slice.ts'

/** Maximum rows an input can have, known before anything is read. */
function rowsAtMost({ inlineCsv, uploadId, header }: StartInput): number {
  if (inlineCsv === undefined) return claimedRows(uploadId ?? '')
  return inlineCsv.trim().split(/\r\n|\r|\n/).length - (header === 'first' ? 1 : 0)
}

/** The list, its rows and the columns for look-up. Throws a 400 for an unreadable or ambiguous list. */
async function readList(
  input: StartInput,
  deps: EnrichDeps,
  call: Pick<Call, 'organizationId' | 'nowMs' | 'signal'>,
) {
  const source = await listBytes(deps, call, input)
  const keepsTyped = (input.format ?? 'xlsx') === 'xlsx'
  const options = { named: namedColumns(input.by), header: input.header, keepsTyped }
  const { list, rows } = await readWhole(deps, source, { options, signal: call.signal })
  const fileName = input.fileName ?? source.fileName
  return { list, rows, fileName, ...recogniseRows(input, list) }
}

/** The most a list can cost is only known once it was read. */
const price: LateJob<StartInput, EnrichDeps> = {
  describe: `${priceList.kitchenSinkCompany.credits} credits for each company matched, ${priceList.kitchenSinkPerson.credits} for each person, once however many rows of the list name it. Rows that are unsure or not found are free. The most the list can cost is set aside once it has been read; matches are charged, the rest is returned.`,
  keys: ['kitchenSinkCompany', 'kitchenSinkPerson'],
  most: (input) => priceOfRows(input.as, rowsAtMost(input)),
  async read(input, deps, call) {
    const { list, rows, kind, used } = await readList(input, deps, call)
    const most = priceOfRows(kind, countFindable(rows, { list, used }))
    return { most, expected: await expectMatches(deps, rows, { kind, list, used }, call) }
  },
}

export const startEnrichList = operation({
  id: 'startEnrichList',
  route: 'POST /v1/enrich/start',
  tag: enrichTag,
  summary: 'Start matching the rows of a list to records',
  tasks: ['enrich rows sent as JSON', 'match a list of people or companies to records'],
  describe:
    'Looks up every row of a list of companies or people in the background, and returns the same rows, in the same order and unchanged, with members of the matched record. Nothing is healed, joined or guessed: an uncertain row is unsure, names the likeliest record and is free, by the rules of kitchenSinkBulkCompany and KitchenSinkBulkProfile. The answer says which columns are used; where that is ambiguous the start is refused, free, and the error says what to put in by. Poll at most every 30 seconds, or wait for the event enrich.completed.',
  input: startInput,
  output: z.object({
    runId: z.string(),
    as: z.enum(listKinds),
    rowCount: z.number().int(),
    used: z.array(usedColumn).describe('The columns used for look-up.'),
    members: z.array(z.string()),
    notes: z.array(z.string()).describe('Remarks, and columns that were not used.'),
  }),
  price: (p) => p.perJob({ late: price }),
  limit: perMinute(10),
  timeoutMs: 90_000,
  examples: [
    {
      name: 'Two companies by their websites',
      input: {
        inlineCsv: 'Company,Website\nBehusk Networks,be--husk.com\nNobody Known,nobody.example\n',
        as: 'companies',
        by: ['domain=Website'],
        header: 'first',
      },
    },
  ],
  effect: 'changes',
  recipe: enrichCsv,
  async handle({ input, call, deps }) {
    const { list, rows, fileName, kind, used, notes } = await readList(input, deps, call)
    const members = checkMembers(input, kind)
    const format = input.format ?? readFormat(list)
    const named = fileName === undefined ? {} : { fileName }
    return deps.jobs.start(enrichList, call, {
      params: { ...named, kind, list, used, members, format },
      items: cutItems(rows),
      charging: 'later',
      lines: priceOfRows(kind, countFindable(rows, { list, used })),
      output: (runId) => ({
        runId,
        as: kind,
        rowCount: rows.length,
        used: used.map(({ key, name, confidence }) => ({ by: key, column: name, confidence })),
        members,
        notes: [...list.notes, ...asideNote(list.columns), ...notes],
      }),
    })
  },
})

function cutItems(rows: readonly GivenRow[]): RowsItem[] {
  const items: RowsItem[] = []
  for (let from = 0; from < rows.length; from += rowsPerItem)
    items.push({ rows: rows.slice(from, from + rowsPerItem) })
  return items
}
