import { stringify } from 'yaml'
import type { Command } from 'commander'
import {
  discoverSourceKinds,
  maskSources,
  SourcesRefused,
  type Sources,
  type SourcesEdit,
} from '../../sources/index.ts'
import { OperatorError } from '../context.ts'
import type { DoctorSourcesContext } from './doctor-sources.ts'

const maxMs = 120_000

/** `almanac sources list|add|order|pause|resume|remove|test`: the sources file, which a running service follows. */
export function registerSources(program: Command, context: DoctorSourcesContext): void {
  const command = program
    .command('sources')
    .description('outside sources: set up, order, pause and test them')
  const change = (edit: SourcesEdit) =>
    withSources(context, (sources) => changeAndPrint(context, sources, edit))
  command
    .command('list')
    .description('print the sources file, secrets masked')
    .action(() => withSources(context, (sources) => printEntries(context, sources)))
  command
    .command('add')
    .description('add a source at the end of the file; `${NAME}` in its settings is a variable')
    .argument('<kind>', 'kind of source')
    .option('--name <name>', 'its name where answers say where they come from; default: the kind')
    .option('--settings <json>', 'what the kind needs, as a JSON object', '{}')
    .action((source: string, { name, settings }: { name?: string; settings: string }) =>
      change({ act: 'add', entry: { source, name, settings: readSettings(settings) } }),
    )
  command
    .command('order')
    .description('ask them in this order; all of the file must be named')
    .argument('<names...>')
    .action((names: string[]) => change({ act: 'order', names }))
  for (const [act, description] of [
    ['pause', 'ask a source no more until it is resumed'],
    ['resume', 'ask a paused source again'],
    ['remove', 'take a source out of the file'],
  ] as const) {
    command
      .command(act)
      .description(description)
      .argument('<name>')
      .action((name: string) => change({ act, name }))
  }
  command
    .command('test')
    .description('call one source once; exit code 1 if it does not answer')
    .argument('<name>')
    .action((name: string) =>
      withSources(context, async (sources) => {
        const [probed] = await sources.probe(AbortSignal.timeout(maxMs), name)
        if (probed === undefined) throw new OperatorError(`There is no source ${name} in use.`)
        context.print(probed)
        if (probed.outcome !== 'found' && probed.outcome !== 'not_found')
          throw new OperatorError(`${name} did not answer: ${probed.reason}`)
      }),
    )
}

async function withSources(
  { openSources }: DoctorSourcesContext,
  work: (sources: Sources) => Promise<void>,
): Promise<void> {
  const { sources, close } = await openSources()
  try {
    await work(sources)
  } catch (error) {
    if (!(error instanceof SourcesRefused)) throw error
    throw new OperatorError(error.path === '' ? error.message : `${error.path}: ${error.message}`)
  } finally {
    await close()
  }
}

async function changeAndPrint(
  context: DoctorSourcesContext,
  sources: Sources,
  edit: SourcesEdit,
): Promise<void> {
  await sources.change(edit)
  await printEntries(context, sources)
}

async function printEntries({ print }: DoctorSourcesContext, sources: Sources): Promise<void> {
  const document = await sources.readDocument()
  const entries = maskSources(document?.template, await discoverSourceKinds()) as unknown[]
  print(entries.length === 0 ? 'No sources are set up.' : stringify({ sources: entries }).trimEnd())
}

function readSettings(text: string): Record<string, unknown> {
  let settings: unknown
  try {
    settings = JSON.parse(text)
  } catch {
    settings = undefined
  }
  if (typeof settings === 'object' && settings !== null && !Array.isArray(settings))
    return settings as Record<string, unknown>
  throw new OperatorError('--settings: Expected a JSON object, such as {"key":"${HUNTER_KEY}"}.')
}
