import { Option, type Command } from 'commander'
import type { Clock } from '../../lib/clock.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { forgettingLines } from '../../corpus/datasets/index.ts'
import { openSubjects } from '../../corpus/write/index.ts'
import { openAudit } from '../../platform/audit/index.ts'
import {
  openSuppressions,
  suppressionReasons,
  type Suppression,
  type SuppressionReason,
} from '../../platform/privacy/index.ts'
import { discoverSlices } from '../../capabilities/index.ts'
import { personalStores } from '../../personal-stores.ts'
import type { Blobs } from '../../store/blobs/index.ts'
import { readSubjectIdentifiers, SubjectRefused, suppressSubject } from '../../capabilities/privacy/index.ts'
import { countArgument } from '../arguments.ts'
import { OperatorError } from '../context.ts'
import { userName } from '../operate.ts'
import { instant, table } from '../table.ts'
import type { StoresContext } from './migrate.ts'

/** What `suppress` needs of the machine. */
export interface SuppressContext extends StoresContext {
  clock: Clock
  network(): NetworkHosts
  /** Files of the service, some of which may name somebody. */
  openFiles(): Promise<Blobs>
}

interface AddOptions {
  email: string[]
  phone: string[]
  profile: string[]
  externalId: string[]
  reason: SuppressionReason
  note?: string
  json?: true
}

/** `almanac suppress add|list|remove` */
export function registerSuppress(program: Command, context: SuppressContext): void {
  const suppress = program.command('suppress').description('take people out of the corpus and keep them out')

  suppress
    .command('add')
    .description('remove the people with these identifiers, and never write them again')
    .option('--email <address>', 'e-mail address, in any spelling; may be repeated', collect, [])
    .option('--phone <number>', 'telephone number with its country code; may be repeated', collect, [])
    .option('--profile <profile>', 'URL, slug, URN or user id of a profile; may be repeated', collect, [])
    .option(
      '--external-id <source:id>',
      'id in a register, such as orcid:0000-0002-1825-0097; may be repeated',
      collect,
      [],
    )
    .addOption(new Option('--reason <reason>', 'why').choices([...suppressionReasons]).default('erasure'))
    .option('--note <text>', 'kept with the entry: a case number, not a name')
    .option('--json', 'print JSON')
    .action((options: AddOptions) => add(context, options))

  suppress
    .command('list')
    .description('show the entries, newest first; identifiers are stored as digests only')
    .option('--most <n>', 'how many entries', countArgument, 100)
    .option('--json', 'print JSON')
    .action(async ({ most, json }: { most: number; json?: true }) => {
      const suppressions = await withPrivacy(context, ({ suppressions }) => suppressions.list({ most }))
      context.print(json ? suppressions : table(suppressions.map(buildRow), 'Nobody is suppressed.'))
    })

  suppress
    .command('remove')
    .description(
      'allow the people of an entry to be written again; removed records do not come back by themselves',
    )
    .argument('<suppression>', 'id of the entry')
    .action(async (id: string) => {
      const isRemoved = await withPrivacy(context, ({ suppressions }) => suppressions.remove(id, origin()))
      if (!isRemoved)
        throw new OperatorError(`There is no suppression ${id}. List them with: almanac suppress list`)
      context.print(`${id} is off the list.`)
    })
}

const collect = (text: string, before: string[]) => [...before, text]

const origin = () => ({ actor: `operator:${userName()}` })

async function add(context: SuppressContext, options: AddOptions): Promise<void> {
  const { email: emails, phone: phoneNumbers, profile: profiles, externalId: externalIds } = options
  const { reason, note, json } = options
  if (emails.length + phoneNumbers.length + profiles.length + externalIds.length === 0)
    throw new OperatorError('Give at least one --email, --phone, --profile or --external-id.')
  const outcome = await withPrivacy(context, (deps) =>
    suppressSubject(deps, {
      identifiers: readSubjectIdentifiers(
        {
          emails,
          phoneNumbers,
          profiles,
          externalIds,
        },
        context.network(),
      ),
      reason,
      note,
      by: origin(),
    }),
  )
  if (json) return context.print(outcome)
  const { suppression, isNew, people, authored, mentions } = outcome
  context.print(isNew ? `${suppression.id} is on the list.` : `${suppression.id} was already on the list.`)
  context.print(
    `Removed records of people: ${people}, posts: ${authored}, other records that named them: ${mentions}.`,
  )
}

function buildRow({ id, reason, people, createdBy, createdAt, covers, note }: Suppression) {
  const { email, phone, profile, other } = covers
  return {
    id,
    made: instant(createdAt),
    by: createdBy,
    reason,
    people,
    emails: email,
    phones: phone,
    profiles: profile,
    others: other,
    note: note ?? '',
  }
}

type Deps = Parameters<typeof suppressSubject>[0]

async function withPrivacy<T>(
  { openStores, clock, openFiles }: SuppressContext,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const stores = await openStores()
  try {
    const { db, secret } = stores
    const audit = openAudit({ db, clock, secret })
    const blobs = await openFiles()
    return await work({
      subjects: forgettingLines(openSubjects(stores.corpus), stores.corpus.db),
      suppressions: openSuppressions({ db, clock, secret, audit }),
      stores: personalStores({ db, clock, secret, blobs }, await discoverSlices()),
    })
  } catch (error) {
    if (error instanceof SubjectRefused) throw new OperatorError(`${error.path}: ${error.message}`)
    throw error
  } finally {
    await stores.close()
  }
}
