import { createHmac } from 'node:crypto'
import type { Assembly } from './assembly.ts'
import { openSlices, type AnySlice, type OpenedSlices, type SliceParts } from './capabilities/index.ts'
import { recordTracer } from './corpus/lookup/index.ts'
import { fixedSnapshots, openSandboxStores } from './corpus/sandbox/index.ts'
import { assembleCorpus } from './open-corpus.ts'
import type { RecordTracer, Sandbox } from './operation/index.ts'
import type { JobSandbox } from './platform/jobs/index.ts'
import type { Organizations } from './platform/organizations/index.ts'
import { openSandboxClocks, type SandboxClocks } from './platform/sandbox/index.ts'
import { noSources } from './sources/index.ts'

/** What slices are opened with, inside and outside the sandbox. */
export type SandboxParts = Omit<SliceParts, 'openDeps'>

/** What sandbox keys work on; opened when the first of them asks. */
export function openSandbox(
  assembly: Assembly,
  discovered: readonly AnySlice[],
  live: { parts: SandboxParts; slices: OpenedSlices },
): Sandbox {
  const clocks = openSandboxClocks({ db: assembly.stores.db, clock: assembly.clock })
  const inSandbox = once(() => openInSandbox(assembly, discovered, { ...live, clocks }))
  return {
    advance: clocks.advance,
    run: clocks.run,
    openDeps: async (slice: string) => (await inSandbox()).slices.byName(slice),
    tracer: async () => (await inSandbox()).tracer,
  }
}

/** The data and clocks of sandbox keys: a separate synthetic corpus, and clocks that can be advanced. */
async function openInSandbox(
  assembly: Assembly,
  discovered: readonly AnySlice[],
  { parts, slices, clocks }: { parts: SandboxParts; slices: OpenedSlices; clocks: SandboxClocks },
): Promise<{ slices: OpenedSlices; tracer: RecordTracer }> {
  const real = assembly.stores
  const sandboxed = await openSandboxStores(real.corpus)
  const secret = createHmac('sha256', real.secret).update('sandbox').digest()
  const opened = discovered.map((slice) =>
    slice.sandbox === 'same' ? { ...slice, open: () => ({ deps: slices.openDeps(slice) }) } : slice,
  )
  const corpus = assembleCorpus({ ...sandboxed, accounts: real.db }, await fixedSnapshots(sandboxed.db), {
    clock: clocks.clock,
  })
  const inside = openSlices(opened, {
    ...parts,
    clock: clocks.clock,
    secret,
    corpus,
    // Synthetic data is never looked up outside.
    sources: noSources,
    isSandbox: true,
  })
  return { slices: inside, tracer: recordTracer(corpus.search) }
}

/** Jobs that sandbox keys start run on the sandbox's data and time, as their requests do. */
export function jobSandbox(sandbox: Sandbox, organizations: Organizations, slice: string): JobSandbox {
  return {
    async enter(organizationId, work) {
      if (!(await organizations.isSandbox(organizationId))) return { entered: false }
      const nowMs = await sandbox.advance(organizationId, 0)
      const deps = await sandbox.openDeps(slice)
      await sandbox.run(nowMs, () => work({ deps, nowMs }))
      return { entered: true }
    },
  }
}

/** Runs `open` when first asked; a failure is forgotten, so that the next call tries again. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined
  return () =>
    (opening ??= open().catch((cause: unknown) => {
      opening = undefined
      throw cause
    }))
}
