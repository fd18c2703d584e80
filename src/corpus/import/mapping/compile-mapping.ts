import { sampleNameRefusal, sampleSource } from '../../records/index.ts'
import { compileObject } from './expression.ts'
import { withDollars } from './dollar-members.ts'
import { makeFit } from './fit.ts'
import { openLanguage, type MappingProbe } from './language.ts'
import type { RowSelector } from '../readers/select-rows.ts'
import { readSelector } from './read-selector.ts'
import { MappingError, readMembers, type Passes } from './scope.ts'
import { checkTargets, importKinds, importTargets, type ImportKind } from './target.ts'

/** A mapping file, ready to be applied. */
export interface Mapping {
  kind: ImportKind
  /** Name of the source, the provenance of every record. */
  source: string | undefined
  /** Where the rows are, in a file that is one document or an archive. */
  select?: RowSelector | undefined
  /** The native record of a row, not yet validated; undefined when `where` leaves the row out. */
  map(row: unknown, asOf: string, probe?: MappingProbe): Record<string, unknown> | undefined
  origin: MappingOrigin
}

/** The source of a mapping, from which another thread compiles the same one. */
export type MappingOrigin = { dependsOnDay: boolean } & (
  | { content: unknown }
  | { format: 'pdl' | 'osm'; of: ImportKind }
)

const sections = [
  'kind',
  'source',
  'member',
  'rows',
  'fields',
  'key_as',
  'columns',
  'join',
  'observed_at',
  'confidence',
  'tables',
  'define',
  'where',
  'record',
]

/** Compiles the content of a mapping file. Throws MappingError, which tells the place of the mistake. */
export function compileMapping(content: unknown): Mapping {
  const members = readMembers(content, [], sections)
  const kind = importKinds.find((each) => each === members['kind'])
  if (kind === undefined)
    throw new MappingError(
      `expected kind to be one of ${importKinds.map((each) => `\`${each}\``).join(', ')}`,
      ['kind'],
    )
  const source = members['source']
  if (source !== undefined && (typeof source !== 'string' || source === '')) {
    throw new MappingError('expected a name', ['source'])
  }
  if (source === sampleSource) throw new MappingError(sampleNameRefusal, ['source'])
  const language = openLanguage({ tables: members['tables'], define: members['define'] })
  for (const section of ['where', 'record', 'observed_at']) language.checkNames(members[section], [section])
  checkTargets(members['record'], importTargets[kind].schema, ['record'])
  const { schema } = importTargets[kind]
  const record = compileObject(withDollars(members['record'], schema), ['record'], language.compiler)
  const about = compileObject(readProvenance(members), [], language.compiler)
  const passes: Passes = 'where' in members ? language.condition(members['where'], ['where']) : () => true
  const fit = makeFit(schema)
  return {
    kind,
    source,
    origin: { content, dependsOnDay: dependsOnDay(content) },
    select: readSelector(members),
    map(row, asOf, probe) {
      const scope = language.scope(row, { asOf, probe })
      if (!passes(scope)) return undefined
      const mapped = { ...(about(scope) as object | undefined), ...(record(scope) as object | undefined) }
      return fit(mapped, { asOf, tell: probe?.drifted }) as Record<string, unknown>
    },
  }
}

/** Whether the result for a row may depend on the day the file is true for. */
const dependsOnDay = (content: unknown): boolean => /as_of|tenures/.test(JSON.stringify(content))

function readProvenance({ observed_at, confidence }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...(observed_at === undefined
      ? {}
      : { observed_at: isIsoDate(observed_at) ? { value: observed_at } : observed_at }),
    ...(confidence === undefined ? {} : { confidence }),
  }
}

/** A date that is the same for every row may be written as it is. Any other text is a path. */
function isIsoDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T.*)?$/.test(value)
}
