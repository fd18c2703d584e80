import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { entityKinds, type EntityKind } from '../../corpus/commits/index.ts'
import { findEntity, summarizeEntity, summarizeMerge } from '../../capabilities/operator-identity/index.ts'
import {
  IdentityRefused,
  doubtfulScore,
  openIdentity,
  type Explanation,
  type Identity,
  type LoggedMerge,
  type PossibleJoin,
  writeEmployers,
} from '../../corpus/write/index.ts'
import { OperatorError } from '../context.ts'
import type { StoresContext } from './migrate.ts'

const ways = 'entity id, slug, domain, e-mail address, or a token such as org:77 or ext:crm/9'

/** `almanac identity explain|joined|possible|employers|merge|split` */
export function registerIdentity(program: Command, context: StoresContext): void {
  const identity = program
    .command('identity')
    .description('why records count as one company or person, and how to correct it')

  registerExplain(identity, context)
  registerJoined(identity, context)
  registerPossible(identity, context)
  registerEmployers(identity, context)
  registerMerge(identity, context)
  registerSplit(identity, context)
}

function registerExplain(identity: Command, context: StoresContext): void {
  identity
    .command('explain')
    .description('show the identifiers, sources and merges of an entity')
    .argument('<kind>', 'companies or people', kindArgument)
    .argument('<entity>', ways)
    .option('--json', 'print JSON')
    .action(async (kind: EntityKind, entity: string, options: { json?: true }) => {
      const explanation = await withIdentity(context, async (open) =>
        open.explain(kind, await findEntity(open, kind, entity)),
      )
      context.print(options.json ? summarizeEntity(explanation) : text(explanation))
    })
}

function registerJoined(identity: Command, context: StoresContext): void {
  identity
    .command('joined')
    .description(
      'list joins made by imports (rows without a shared id, and records) and merges by hand, the least certain first',
    )
    .argument('<kind>', 'companies or people', kindArgument)
    .option('--limit <merges>', 'how many', countArgument, 100)
    .option('--json', 'print JSON')
    .action(async (kind: EntityKind, options: { limit: number; json?: true }) => {
      const merges = await withIdentity(context, (open) => open.leastSure(kind, options.limit))
      const printed = merges.map(summarizeMerge)
      context.print(options.json ? printed : merges.map(mergeText).join('\n') || 'Nothing was joined.')
    })
}

function registerPossible(identity: Command, context: StoresContext): void {
  identity
    .command('possible')
    .description(
      'list entities that may be one but were not joined: too little evidence, evidence against it, or several candidates; and companies joined by one id while all else differs',
    )
    .argument('<kind>', 'companies or people', kindArgument)
    .option('--least <score>', 'least evidence, 0 to 1', shareArgument, 0.8)
    .option('--limit <pairs>', 'how many, the most likely first', countArgument, 100)
    .option('--json', 'print JSON')
    .action(async (kind: EntityKind, options: { least: number; limit: number; json?: true }) => {
      const { least, limit: most } = options
      const { joins, doubtful } = await withIdentity(context, async (open) => ({
        joins: await open.possible(kind, { least, most }),
        doubtful: (await open.leastSure(kind, most)).filter(({ score }) => score <= doubtfulScore),
      }))
      const printed = doubtful.map(({ changes: _changes, ...merge }) => ({ ...merge, isJoined: true }))
      context.print(options.json ? [...printed, ...joins] : possibleText(kind, joins, doubtful))
    })
}

function registerEmployers(identity: Command, context: StoresContext): void {
  identity
    .command('employers')
    .description(
      'make a company record of each employer that people name by id, slug or domain and that no company has yet',
    )
    .option('--dry-run', 'only count them')
    .action(async (options: { dryRun?: true }) => {
      const stores = await context.openStores()
      try {
        const isDry = options.dryRun === true
        const count = await writeEmployers(stores.corpus, { dryRun: isDry })
        context.print(
          `${count.toLocaleString('en')} employers ${isDry ? 'would become' : 'became'} companies.`,
        )
      } finally {
        await stores.close()
      }
    })
}

function registerMerge(identity: Command, context: StoresContext): void {
  identity
    .command('merge')
    .description('merge two entities into one; split undoes it')
    .argument('<kind>', 'companies or people', kindArgument)
    .argument('<into>', `the entity that remains: ${ways}`)
    .argument('<from>', 'the entity that is merged into it')
    .requiredOption('--reason <text>', 'why they are the same; kept with the merge')
    .action(async (kind: EntityKind, into: string, from: string, options: { reason: string }) => {
      const done = await withIdentity(context, async (open) => {
        const ids = { into: await findEntity(open, kind, into), from: await findEntity(open, kind, from) }
        return {
          ...ids,
          merge: await open.merge(kind, { ...ids, actor: operator(), reason: options.reason }),
        }
      })
      context.print(
        `Merged ${done.from} into ${done.into}. Undo it with: almanac identity split ${done.merge}`,
      )
    })
}

function registerSplit(identity: Command, context: StoresContext): void {
  identity
    .command('split')
    .description(
      'undo a merge, also one made by an import; what was learnt since stays with the remaining entity',
    )
    .argument('<merge>', 'number of the merge, as explain shows it', mergeArgument)
    .action(async (merge: string) => {
      const { kept: keptId, restored } = await withIdentity(context, (open) =>
        open.split(merge, { actor: operator() }),
      )
      context.print(`Undid merge ${merge}: ${keptId} and ${restored} are separate again.`)
    })
}

async function withIdentity<T>(context: StoresContext, work: (identity: Identity) => Promise<T>): Promise<T> {
  const stores = await context.openStores()
  try {
    return await work(openIdentity(stores.corpus))
  } catch (error) {
    if (error instanceof IdentityRefused) throw new OperatorError(error.message)
    throw error
  } finally {
    await stores.close()
  }
}

function text(explanation: Explanation): string {
  const { id, name, exists, observedAt, identifiers, sources, merges } = summarizeEntity(explanation)
  const lines = [exists ? `${id}: ${String(name)}, as of ${String(observedAt)}` : `${id}: merged or retired`]
  for (const { token, sharedWith } of identifiers)
    lines.push(`  ${token}${sharedWith.length === 0 ? '' : `  (also ${sharedWith.join(', ')})`}`)
  for (const { source, observedAt, members } of sources)
    lines.push(`  from ${source}, ${observedAt}: ${Array.isArray(members) ? members.join(', ') : members}`)
  for (const merge of merges) lines.push(`  ${mergeText(merge)}`)
  return lines.join('\n')
}

function mergeText(merge: Omit<LoggedMerge, 'changes'>): string {
  const { id, entityId, mergedId, madeAt, actor, score, evidence, undoneCommit, undoneAt, undoneBy } = merge
  const undone =
    undoneCommit === null ? '' : ` (undone ${undoneAt?.toISOString() ?? ''} by ${undoneBy ?? 'unknown'})`
  return `merge ${id}${undone}: ${mergedId ?? 'a line'} into ${entityId}, ${madeAt.toISOString()} by ${actor}, ${score}: ${evidence.join('; ')}`
}

function possibleText(
  kind: EntityKind,
  joins: readonly PossibleJoin[],
  doubtful: readonly LoggedMerge[],
): string {
  if (joins.length + doubtful.length === 0) return 'No entities are almost similar enough to be joined.'
  const joined = doubtful.map(
    (merge) =>
      `joined by one id, while all else differs: ${mergeText(merge)}\n  almanac identity split ${merge.id}`,
  )
  const apart = joins.map(({ ids: [into, from], score, evidence, isConvincing }) => {
    const why = isConvincing ? 'enough evidence, but others are as similar or it came later' : 'in doubt'
    return `${score} ${into} and ${from} (${why}): ${evidence.join('; ')}\n  almanac identity merge ${kind} ${into} ${from} --reason "…"`
  })
  return [...joined, ...apart].join('\n')
}

function shareArgument(value: string): number {
  const share = Number(value)
  if (!(share >= 0 && share <= 1)) throw new OperatorError('Expected a number from 0 to 1.')
  return share
}

function countArgument(value: string): number {
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new OperatorError('Expected a number from 1 to 99999.')
  return Number(value)
}

function kindArgument(value: string): EntityKind {
  const kind = entityKinds.find((each) => each === value)
  if (kind === undefined) throw new OperatorError(`Expected one of ${entityKinds.join(', ')}.`)
  return kind
}

function mergeArgument(value: string): string {
  if (!/^\d{1,18}$/.test(value)) throw new OperatorError('Expected the number of a merge.')
  return value
}

function operator(): string {
  try {
    return `operator:${userInfo().username}`
  } catch {
    return 'operator:unknown'
  }
}
