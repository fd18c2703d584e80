import { parse } from 'yaml'
import { z } from 'zod'
import type { DomainRecords } from './domain-records.ts'
import type { ReadPage } from '../page/index.ts'

const parts = z.array(z.string().min(2).max(200)).max(50).default([])
const named = z.record(z.string().min(1).max(100), z.string().max(200)).default({})

/**
 * How a technology is recognised: by parts of texts, never by patterns, so that no page can make a search endless. One that
 * fits is enough.
 */
const fingerprint = z.strictObject({
  name: z.string().min(1).max(100),
  /** Parts of addresses of scripts, style sheets and frames. */
  scripts: parts,
  /** Parts of `meta` by name, of headers by name: `{ generator: wordpress }`. Empty: whatever it says. */
  meta: named,
  headers: named,
  /** Parts of the names of mail servers, of texts and of aliases of the domain. */
  mx: parts,
  txt: parts,
  cname: parts,
})

const file = z.strictObject({ technologies: z.array(fingerprint).max(5_000) })

export type Fingerprint = z.output<typeof fingerprint>

/** Reads the operator's fingerprints. Throws with the path of the first mistake. */
export function parseFingerprints(text: string, path: string): Fingerprint[] {
  const parsed = file.safeParse(parse(text))
  if (parsed.success) return parsed.data.technologies
  const [issue] = parsed.error.issues
  throw new Error(`${path}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

/** What technologies are looked for in. */
export interface Traces extends DomainRecords {
  pages: readonly ReadPage[]
  headers: Readonly<Record<string, string>>
}

/** Names of the technologies that leave traces, in the order of the file. */
export function findTechnologies(fingerprints: readonly Fingerprint[], traces: Traces): string[] {
  const scripts = traces.pages.flatMap(({ parts: urls }) => urls).map((url) => url.toLowerCase())
  const metas = traces.pages.flatMap((page) => [...page.metas])
  const headers = Object.entries(traces.headers)
  return fingerprints
    .filter(
      (print) =>
        isIn(print.scripts, scripts) ||
        isIn(print.mx, traces.mx) ||
        isIn(print.txt, traces.txt) ||
        isIn(print.cname, traces.cname) ||
        isNamed(print.meta, metas) ||
        isNamed(print.headers, headers),
    )
    .map(({ name }) => name)
}

const isIn = (wanted: readonly string[], texts: readonly string[]) =>
  wanted.some((part) => texts.some((text) => text.includes(part.toLowerCase())))

const isNamed = (wanted: Readonly<Record<string, string>>, stated: readonly (readonly [string, string])[]) =>
  Object.entries(wanted).some(([name, part]) =>
    stated.some(
      ([own, text]) =>
        own.toLowerCase() === name.toLowerCase() && text.toLowerCase().includes(part.toLowerCase()),
    ),
  )
