import { readdir } from 'node:fs/promises'
import type { z } from 'zod'
import { samplesOf, type Capabilities } from './capability.ts'

export type Capability = keyof Capabilities

/** What a source is asked. */
export type Question<C extends Capability> = z.output<Capabilities[C]['question']>

/** What a source answers, before it is checked. */
export type GivenAnswer<C extends Capability> = z.input<Capabilities[C]['answer']>

/** What callers get. */
export type CapabilityAnswer<C extends Capability> = z.output<Capabilities[C]['answer']>

/** Those of platform families, named `<platform>.<what>`. */
export type FamilyCapability = Extract<Capability, `${'photo' | 'forum' | 'video'}.${string}`>

type Samples = { readonly [C in Capability]: Question<C> }

const folder = new URL('./capability/', import.meta.url)

/** What the files of `capability/` declare. Adding one is adding its file. */
async function discover(): Promise<{ capabilities: Capabilities; samples: Samples }> {
  const files = (await readdir(folder)).filter((name) => /^[a-z0-9-]+\.[jt]s$/.test(name))
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
  const found = new Map<string, { schemas: unknown; sample: unknown }>()
  for (const declared of modules.flatMap((module: object) => Object.values(module)))
    for (const [id, sample] of Object.entries(samplesOf(declared) ?? {})) {
      if (found.has(id)) throw new Error(`two files declare the capability ${id}`)
      found.set(id, { schemas: declared[id], sample })
    }
  const sorted = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    capabilities: Object.fromEntries(sorted.map(([id, { schemas }]) => [id, schemas])) as never,
    samples: Object.fromEntries(sorted.map(([id, { sample }]) => [id, sample])) as never,
  }
}

export const { capabilities, samples } = await discover()
export const capabilityIds = Object.keys(capabilities) as Capability[]
export const isCapability = (text: string): text is Capability => Object.hasOwn(capabilities, text)
