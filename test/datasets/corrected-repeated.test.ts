import { beforeAll, describe, expect, test } from 'vitest'
import { importFile } from '../../src/corpus/import/index.ts'
import { jsonLines, openDataRoom, type DataRoom } from '../support/datasets/data-room.ts'

// What a file of another source says comes again as it was, after a publisher corrected an id of the record that both speak
// of. Lines that came before are passed over where they would change nothing; the records are as if none were remembered.

let remembering: DataRoom
let forgetting: DataRoom
beforeAll(async () => {
  remembering = await openDataRoom()
  forgetting = await openDataRoom()
})

/** One thing that happens: a file of the operator, a publication of the register, or the register leaves. */
type Step =
  | { crm: object[]; day: string }
  | { register: string; rows: object[]; day: string }
  | { removes: string }

let files = 0

async function take(
  room: DataRoom,
  step: Step,
  { isRemembered }: { isRemembered: boolean },
): Promise<number> {
  if ('removes' in step) {
    expect((await room.data('remove', step.removes, '--yes')).code).toBe(0)
    return 0
  }
  if ('crm' in step) {
    // A member that no mapping reads makes each line another one.
    const rows = step.crm.map((row) => (isRemembered ? row : { ...row, export_number: ++files }))
    let read = 0
    await importFile({
      kind: 'companies',
      file: await room.file(`crm-${++files}.jsonl`, jsonLines(rows)),
      source: 'crm',
      observedAt: new Date(step.day),
      batchRows: 100,
      onRejects: async (rejected) => expect(rejected).toEqual([]),
      writer: {
        ...room.writer,
        async writeLines(kind, lines, options) {
          const outcome = await room.writer.writeLines(kind, lines, options)
          read += lines.summaries.filter((summary) => summary !== undefined).length
          return outcome
        },
      },
    })
    return read
  }
  const { register: name, day } = step
  const record = {
    preferred_name: 'name',
    domains: { list: ['site'], do: ['domain', 'unique'] },
    external_ids: { object: { [name]: 'id', wikidata: 'item' } },
    founded_on_consensus: 'founded',
  }
  const folder = await room.register({ name, record, entry: { complete: 'source', where: undefined } })
  const rows = step.rows.map((row) => (isRemembered ? row : { ...row, export_number: ++files }))
  const from = ['--from', await room.file(`${name}-${++files}.jsonl`, jsonLines(rows)), '--as-of', day]
  const isAdded = (await room.data('status')).text.includes(`${name} `)
  const { text, code } = await room.data(
    ...(isAdded ? ['update', name] : ['add', folder, '--yes']),
    '--accept',
    ...from,
  )
  expect([text, code]).toEqual([text, 0])
  return 0
}

/** Records by what they say, without numbers that the stores give. */
async function readRecords(room: DataRoom): Promise<unknown[]> {
  const records = await room.listRecords('companies')
  return records
    .map((record) =>
      ['preferred_name', 'names', 'domains', 'external_ids', 'founded_on_consensus', 'websites'].map(
        (name) => record[name] ?? null,
      ),
    )
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

let turn = 0

/** The same steps in stores that remember lines and in stores that know none again. */
async function bothWays(steps: (tag: string) => Step[]): Promise<{ reads: number[] }> {
  const list = steps(String(++turn))
  const reads: number[] = []
  for (const step of list) {
    reads.push(await take(remembering, step, { isRemembered: true }))
    await take(forgetting, step, { isRemembered: false })
    expect([step, await readRecords(remembering)]).toEqual([step, await readRecords(forgetting)])
  }
  return { reads }
}

const own = (tag: string, more: object = {}) => ({
  preferred_name: `Corrected ${tag}`,
  domains: [`corrected-${tag}.example`],
  external_ids: { crm: `c${tag}` },
  ...more,
})
const said = (tag: string, item: string, more: object = {}) => ({
  id: `r${tag}`,
  name: `Corrected ${tag}`,
  site: `https://corrected-${tag}.example`,
  item: `${item}${tag}`,
  ...more,
})

describe.each([
  [
    'says the wrong id as well',
    (tag: string) => own(tag, { external_ids: { crm: `c${tag}`, wikidata: `Q1${tag}` } }),
  ],
  ['says nothing of it', (tag: string) => own(tag)],
  [
    'says the right id',
    (tag: string) => own(tag, { external_ids: { crm: `c${tag}`, wikidata: `Q2${tag}` } }),
  ],
  [
    'knows the record by the wrong id alone',
    (tag: string) => ({ preferred_name: `Corrected ${tag}`, external_ids: { wikidata: `Q1${tag}` } }),
  ],
])('a file that %s', (_, line) => {
  test.each(['before', 'after'] as const)('and came %s the register', async (order) => {
    const { reads } = await bothWays((tag) => {
      const name = `register-${tag}`
      const crm: Step = { crm: [line(tag)], day: '2026-02-01' }
      const wrong: Step = { register: name, rows: [said(tag, 'Q1')], day: '2026-02-01' }
      const right: Step = { register: name, rows: [said(tag, 'Q2')], day: '2026-02-03' }
      return [
        ...(order === 'before' ? [crm, wrong] : [wrong, crm]),
        { ...crm, day: '2026-02-02' },
        right,
        { ...crm, day: '2026-02-04' },
        { ...crm, day: '2026-02-05' },
        { ...wrong, day: '2026-02-06' },
        { ...crm, day: '2026-02-07' },
        { ...right, day: '2026-02-08' },
        { ...crm, day: '2026-02-09' },
        { removes: name },
        { ...crm, day: '2026-02-10' },
      ]
    })
    // Whatever the register changes makes another version of the record, of which no line is remembered.
    const [afterRight, again, , afterWrong, , afterRightAgain, , afterRemoval] = reads.slice(4)
    expect([afterRight, again, afterWrong, afterRightAgain, afterRemoval]).toEqual([1, 0, 1, 1, 1])
  })
})
