import {
  formatMapping,
  loadMapping,
  nameSource,
  type ImportKind,
  type Mapping,
} from '../corpus/import/index.ts'
import { OperatorError } from './context.ts'
import { guessedMapping, refuseForeignColumns } from './guessed-mapping.ts'
import type { ImportOptions } from './import-arguments.ts'
import type { ProgressOutput } from './progress.ts'

/** The mapping that the options of an import name or create; undefined for files in Almanac's own form. */
export async function readMapping(
  output: ProgressOutput,
  kind: ImportKind,
  { files, options }: { files: string[]; options: ImportOptions },
): Promise<Mapping | undefined> {
  if (options.guess) {
    if (options.map !== undefined || options.format !== undefined)
      throw new OperatorError('--guess makes a mapping, so leave out --map and --format')
    const [file] = files as [string]
    return guessedMapping({
      kind,
      file,
      fileFormat: options.fileFormat,
      member: options.member,
      output,
      source: options.source ?? nameSource(file),
      names: options.names === true,
      mapOut: options.mapOut ?? `${file}.map.yaml`,
    })
  }
  if (options.format === 'pdl' || options.format === 'osm') {
    const { format } = options
    if (options.map !== undefined) throw new OperatorError(`--map and --format ${format} exclude each other`)
    const mapping = formatMapping(format, kind)
    if (mapping === undefined)
      throw new OperatorError(
        `--format ${format} is only for ${format === 'pdl' ? 'companies and people' : 'places'}`,
      )
    return mapping
  }
  if (options.map === undefined) {
    if (options.format === 'map') throw new OperatorError('--format map needs --map FILE')
    if (options.format === undefined)
      for (const file of files) await refuseForeignColumns(kind, file, options)
    return undefined
  }
  if (options.format === 'native') throw new OperatorError('--map and --format native exclude each other')
  const mapping = await loadMapping(options.map)
  if (mapping.kind !== kind) throw new OperatorError(`${options.map} maps to ${mapping.kind}, not ${kind}`)
  return mapping
}
