import { z } from 'zod'
import { defineEvent } from '../../src/platform/events/index.ts'
import { endEvent } from '../../src/platform/jobs/index.ts'
import {
  column,
  bindExports,
  type ExportDefinition,
  type ExportDeps,
  type PlacedRow,
} from '../../src/platform/exports/index.ts'

export interface Person {
  number: number
  name: string
  email: string
  note: string
}

export interface PeopleGiven {
  name: string
  /** How many people there are. */
  people: number
  /** Length of each note. */
  noteLength: number
  /** Each row costs what one of people does. */
  isPaid?: boolean
}

export interface PeopleDeps extends ExportDeps {
  /** Called for each row that is read; may throw. */
  onRow(number: number): Promise<void> | void
  /** Who is not in the corpus any more. */
  gone: ReadonlySet<number>
}

export type PeopleExport = ExportDefinition<PeopleGiven, Person, PeopleDeps>

const peopleExported = defineEvent({
  key: 'people.exported',
  group: 'enrichment',
  describe: 'An export of people has ended.',
  schema: z.strictObject({
    export_id: z.string(),
    success: z.boolean(),
    total_rows: z.number().int(),
    error: z.string().nullable(),
  }),
  example: { export_id: 'exp_1', success: true, total_rows: 2, error: null },
})

/** Columns that tell who somebody is, one that could be a formula, and a list. */
export function peopleExport(partRows: number, id = 'peopleExport'): PeopleExport {
  return bindExports<PeopleDeps>('test')<PeopleGiven, Person>({
    id,
    columns: () => [
      column('name', ({ name }) => name),
      column('email', ({ email }) => email),
      column('sum', ({ number }) => `=1+${number}`),
      column('note', ({ note }) => note),
      column('even', ({ number }) => number % 2 === 0, 'flag'),
      column('tags', ({ number }) => [`a${number}`, 'b, c'], 'texts'),
    ],
    async *read({ given, deps }, after): AsyncGenerator<PlacedRow<Person>> {
      for (let number = after === undefined ? 0 : Number(after) + 1; number < given.people; number++) {
        if (deps.gone.has(number)) continue
        await deps.onRow(number)
        yield { row: personOf(number, given.noteLength), position: String(number) }
      }
    },
    personId: ({ number }) => `p${number}`,
    price: {
      key: ({ isPaid }) => (isPaid === true ? 'exportProspect' : undefined),
      kind: 'people',
      id: ({ number }) => String(number + 1),
    },
    fileName: ({ name }) => name,
    partRows,
    event: endEvent(peopleExported, ({ exportId, state, rows, error }) => ({
      export_id: exportId,
      success: state === 'completed',
      total_rows: rows,
      error,
    })),
  })
}

const personOf = (number: number, noteLength: number): Person => ({
  number,
  name: `Person "${number}"`,
  email: `person.${number}@home.example`,
  note: `line one,\nline two ${'x'.repeat(noteLength)}`,
})
