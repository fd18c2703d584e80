import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse, stringify } from 'yaml'
import { beforeAll, expect, test } from 'vitest'
import { listDated } from '../../src/corpus/datasets/dated-addresses.ts'
import { readCatalogue, type Dataset } from '../../src/corpus/datasets/index.ts'
import { importTargets } from '../../src/corpus/import/index.ts'
import { atEnd } from '../support/at-end.ts'
import { openDataRoom, type DataRoom } from '../support/datasets/data-room.ts'
import { halved, officialFile, readMembers, type Members } from '../support/datasets/official-file.ts'
import { answerWith, cutAfter, openPublisher, webPage } from '../support/datasets/publisher.ts'

// Every shipped set from a mirror that serves its official container, with faults: what is loaded stays as it is, and the
// next good publication is read.

const datasets = await readCatalogue()
let room: DataRoom
let publisher: Awaited<ReturnType<typeof openPublisher>>
let folder = ''
beforeAll(async () => {
  room = await openDataRoom()
  publisher = await openPublisher()
  folder = await mkdtemp(join(tmpdir(), 'almanac-life-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
})

/** The entry as it is shipped, except that it expects as little as its sample holds. */
async function withBoundsOfSample({ name, folder: shipped }: Dataset): Promise<string> {
  const path = join(folder, name)
  await cp(shipped, path, { recursive: true })
  const entry = parse(await readFile(join(path, 'dataset.yaml'), 'utf8')) as { full: object; maps: string[] }
  for (const map of entry.maps) await cp(join(shipped, map), join(path, basename(map)))
  entry.maps = entry.maps.map((map) => basename(map))
  Object.assign(entry.full, { rows: { least: 1, most: 5_000 }, bytes: { least: 1, most: 20_000_000 } })
  await writeFile(join(path, 'dataset.yaml'), stringify(entry))
  return path
}

/** A sample of one file, called as the mapping expects it in the archive. */
function asArchived(members: Members, pattern: string | undefined): Members {
  const [content = '', ...others] = Object.values(members)
  if (pattern?.includes('*') !== true || others.length > 0) return members
  return { [pattern.replaceAll('*', 'all')]: content }
}

/** What is not read as rows, in the container of the set, by what it is. */
async function damaged({ entry }: Dataset, members: Members): Promise<[string, Buffer][]> {
  const { container, signs } = entry.full
  const whole = await officialFile(container, members)
  const renamed = Object.fromEntries(
    Object.entries(members).map(([name, text]) => [
      name,
      (signs ?? []).reduce((changed, sign) => changed.replaceAll(sign, `x${sign.slice(1)}`), text),
    ]),
  )
  const cases: [string, Buffer][] = [
    ['half a file', whole.subarray(0, whole.length / 2)],
    ['another file', await officialFile(container, { 'readme.txt': 'Gone.\n' })],
  ]
  if (signs !== undefined) cases.push(['renamed members', await officialFile(container, renamed)])
  if (container === 'zip' || container === 'tar.gz') {
    const name = Object.keys(members)[0] ?? ''
    const first = members[name] ?? ''
    const bomb = { ...members, [name]: first.slice(0, 400) + ' '.repeat(120 * 1024 * 1024) }
    cases.push(['a bomb', await officialFile(container, bomb)])
  }
  if (container === 'gzip') cases.push(['a bomb', gzipSync(Buffer.alloc(120 * 1024 * 1024, ' '))])
  return cases
}

/** Serves each fault in turn, which is to be refused. */
async function meetFaults(
  dataset: Dataset,
  members: Members,
  at: {
    path: string
    publish(bytes: Buffer): void
    isRefused(what: string, words: RegExp): Promise<void>
  },
): Promise<void> {
  const { path, publish, isRefused } = at
  const { entry } = dataset
  const { container, format } = entry.full
  for (const [what, fault, words] of [
    ['403', answerWith(403), /403/],
    ['429', answerWith(429, { 'retry-after': '86400' }), /429/],
    ['a web page', webPage, /web page/],
  ] as const) {
    publisher.fail(fault)
    await isRefused(what, words)
  }
  publisher.withdraw(path)
  await isRefused('404', /404/)
  for (const [what, bytes] of await damaged(dataset, members)) {
    publish(bytes)
    await isRefused(what, /./)
  }
  if (entry.sample.rows >= 4) {
    publish(await officialFile(container, halved(format, members)))
    await isRefused('halved', /rows|companies|people|records/)
  }
}

test.each(datasets.map((dataset) => [dataset.name, dataset] as const))(
  '%s: cut, refused, damaged, halved; out and in again',
  async (name, dataset) => {
    const { entry, maps, folder: shipped } = dataset
    const { container } = entry.full
    const members = asArchived(readMembers(join(shipped, entry.sample.file)), maps[0]?.mapping.select?.member)
    const content = await officialFile(container, members)
    const [newest] = listDated(entry.full, room.clock.now())
    const path = `/${name}/${basename(new URL(newest?.addresses[0] ?? '').pathname)}`
    let day = 1
    const publish = (bytes: Buffer) =>
      publisher.publish(path, bytes, `2026-05-${String(day++).padStart(2, '0')}`)
    const kinds = [...new Set(maps.map(({ mapping }) => importTargets[mapping.kind].kind))]
    const read = async () => (await Promise.all(kinds.map((kind) => room.listRecords(kind)))).flat()
    const entryFolder = await withBoundsOfSample(dataset)
    const from = ['--from', `${publisher.address}/${name}/`]
    const add = () => room.data('add', entryFolder, '--yes', '--personal-data', ...from)
    const update = () => room.data('update', name, '--full')

    publish(content)
    publisher.requests.length = 0
    publisher.clearFaults()
    publisher.fail(cutAfter(Math.floor(content.length / 2)))
    expect(await add()).toMatchObject({ code: 0, text: expect.stringMatching(/ created/) })
    expect(publisher.requests.length).toBeGreaterThan(1)
    const loaded = await read()
    expect(loaded.length).toBeGreaterThan(0)

    const isRefused = async (what: string, words: RegExp) => {
      const { text, code } = await update()
      expect([what, code, text]).toEqual([what, 1, expect.stringMatching(words)])
      expect((await room.data('status')).text).toMatch(new RegExp(`^${name} .*\\w`, 'm'))
      expect([what, await read()]).toEqual([what, loaded])
    }
    await meetFaults(dataset, members, { path, publish, isRefused })
    publish(content)
    expect((await update()).code).toBe(0)
    expect(await read()).toEqual(loaded)

    expect((await room.data('remove', name, '--yes')).code).toBe(0)
    expect(await read()).toEqual([])
    expect((await add()).code).toBe(0)
    expect(await read()).toHaveLength(loaded.length)
    await room.data('remove', name, '--yes')
  },
)
