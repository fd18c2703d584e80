import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatMapping, importFile, type ImportKind, type Mapping } from '../../src/corpus/import/index.ts'
import type { Rejection } from '../../src/corpus/write/index.ts'
import type { TestAlmanac } from './harness.ts'

/** Imports a text as an operator imports a file of that name; answers the summary and what was rejected. */
export async function importText(
  { almanac }: TestAlmanac,
  kind: ImportKind,
  imported: { name: string; text: string; format?: 'osm'; mapping?: Mapping; observedAt?: string },
) {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-import-'))
  const rejects: Rejection[] = []
  const { name, text, format } = imported
  const mapping = imported.mapping ?? (format && formatMapping(format, kind))
  try {
    const file = join(folder, name)
    await writeFile(file, text)
    const summary = await importFile({
      kind,
      file,
      source: 'test',
      writer: almanac.writer,
      batchRows: 1_000,
      observedAt: new Date(imported.observedAt ?? '2026-01-12'),
      ...(mapping === undefined ? {} : { mapping }),
      onRejects: async (rejected) => void rejects.push(...rejected),
    })
    return { ...summary, rejects }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
