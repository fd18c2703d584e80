import { createHmac } from 'node:crypto'
import type { AccountDeps, Installation } from './capabilities/account/index.ts'
import {
  corpusFinder,
  fetchPerson,
  openWriteBack,
  waterfallFinder,
  type ContactsDeps,
} from './capabilities/contacts/index.ts'
import type { EventsDeps } from './capabilities/events/index.ts'
import type { ImagesDeps } from './capabilities/images/index.ts'
import type { PrivacyDeps } from './capabilities/privacy/index.ts'
import { liveFromSources, noLiveSource, type LiveDeps } from './capabilities/live/index.ts'
import { repairInProcess, type RepairDeps } from './capabilities/repair/index.ts'
import type { ReferenceDeps } from './capabilities/reference/index.ts'
import type { ResolveDeps } from './capabilities/resolve/index.ts'
import { searchSources, type SearchDeps } from './capabilities/search/index.ts'
import type { WebDataDeps } from './capabilities/web-data/index.ts'
import { openMedia } from './corpus/media/index.ts'
import { fixedSnapshots, openSandboxStores } from './corpus/sandbox/index.ts'
import { openCursors } from './corpus/search/index.ts'
import type { Registry } from './operation/index.ts'
import type { SandboxClocks } from './platform/sandbox/index.ts'
import { noSources, openLiveRecords, type LiveRecords, type Sources } from './sources/index.ts'
import type { Stores } from './stores.ts'
import type { Assembly } from './assembly.ts'
import { corpusOf, type Corpus } from './open-corpus.ts'
import type { Platform } from './open-platform.ts'

export interface SliceParts {
  assembly: Assembly
  platform: Platform
  corpus: Corpus
  registry: Registry
  sources: Sources
  installation: Installation
}

/** Files being repaired, of all organizations together. */
const repairFile = repairInProcess()

/** What each slice of capabilities is given, by the name its operations carry. */
export function sliceDeps(parts: SliceParts) {
  const { assembly, platform, corpus, registry, sources, installation } = parts
  const { clock, config, stores } = assembly
  const network = { hosts: config.ALMANAC_NETWORK_HOSTS }
  const { ledger, keys, limits, organizations, requests, signUp } = platform
  const { search, entitySets, history, snapshots, suppressed } = corpus
  const live = openLiveRecords({ sources, writer: corpus.writer })
  const contacts = contactsDeps(assembly, platform, { corpus, sources, live })
  return {
    search: {
      ...{ search, entitySets, history, network, suppressed },
      sources: [...(assembly.searchSources ?? []), ...searchSources(sources)],
      cursors: openCursors(stores.secret, snapshots),
      mayAskAge: organizations.mayAskAge,
    } satisfies SearchDeps,
    resolve: { search, network, jobs: platform.jobs, live } satisfies ResolveDeps,
    account: {
      ...{ ledger, keys, limits, organizations, requests, signUp, registry, clock },
      ...{ secret: stores.secret, installation, baseUrl: assembly.baseUrl },
    } satisfies AccountDeps,
    contacts,
    repair: {
      ...{ search, network, jobs: platform.jobs, finder: contacts.finder, reads: contacts.reads },
      ...{ outbound: platform.outbound, blobs: platform.blobs, downloads: platform.downloads },
      ...{ secret: stores.secret, repairFile },
    } satisfies RepairDeps,
    live: liveDeps(assembly, platform, { corpus, sources }),
    events: { events: platform.events, secret: stores.secret } satisfies EventsDeps,
    'web-data': { search, network, jobs: platform.jobs, sources } satisfies WebDataDeps,
    images: {
      ...{ search, network },
      icons: config.ALMANAC_SITE_ICONS ? platform.siteIcons : undefined,
    } satisfies ImagesDeps,
    privacy: {
      ...{ network, subjects: corpus.subjects, suppressions: platform.suppressions, db: stores.db },
      ...{ stores: platform.personal, audit: platform.audit },
      secret: stores.secret,
    } satisfies PrivacyDeps,
    reference: {} satisfies ReferenceDeps,
  }
}

/** The dependencies of sandbox keys: a synthetic corpus of its own and clocks that can be put forward. */
export async function openSandboxDeps(parts: {
  assembly: Assembly
  platform: Platform
  registry: Registry
  clocks: SandboxClocks
  installation: Installation
}): Promise<ReturnType<typeof sliceDeps>> {
  const { assembly, platform, registry, clocks, installation } = parts
  const real = assembly.stores
  const { db, engine } = await openSandboxStores(real)
  const secret = createHmac('sha256', real.secret).update('sandbox').digest()
  const stores: Stores = { ...real, db, engine, secret, close: async () => {} }
  const corpus = corpusOf(stores, await fixedSnapshots(db))
  const deps = sliceDeps({
    assembly: { ...assembly, stores, clock: clocks.clock, liveSource: noLiveSource },
    platform,
    corpus,
    ...{ registry, installation },
    // What is synthetic is asked of nobody.
    sources: noSources,
  })
  // Keys are real also in the sandbox: they expire by the real clock.
  return { ...deps, account: { ...deps.account, clock: assembly.clock } }
}

function contactsDeps(
  { stores, clock, config, log }: Assembly,
  { jobs, contactReads: reads }: Platform,
  { corpus, sources, live }: { corpus: Corpus; sources: Sources; live: LiveRecords },
): ContactsDeps {
  const network = { hosts: config.ALMANAC_NETWORK_HOSTS }
  const finder = waterfallFinder({
    ...{ sources, network, suppressed: corpus.suppressed },
    corpus: corpusFinder({ search: corpus.search, network }),
    writeBack: openWriteBack({ writer: corpus.writer, clock, log }),
    fetchPerson: fetchPerson(live, network),
  })
  return { finder, reads, db: stores.db, clock, jobs, network }
}

function liveDeps(
  { stores, config, liveSource }: Assembly,
  { jobs }: Platform,
  { corpus, sources }: { corpus: Corpus; sources: Sources },
): LiveDeps {
  const { search, history, writer, snapshots } = corpus
  return {
    ...{
      source: liveSource ?? liveFromSources(sources),
      search,
      history,
      writer,
      jobs,
      media: openMedia(search),
    },
    network: { hosts: config.ALMANAC_NETWORK_HOSTS },
    cursors: openCursors(stores.secret, snapshots),
    secret: stores.secret,
  }
}
