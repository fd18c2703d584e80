import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { frozenClock } from '../../lib/clock.ts'
import { openFileBlobs } from '../../store/blobs/index.ts'
import type { FileKept } from '../jobs/index.ts'
import { openDownloads } from './open-downloads.ts'

async function files() {
  const dir = await mkdtemp(join(tmpdir(), 'almanac-downloads-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const clock = frozenClock()
  const blobs = openFileBlobs({ dir, clock })
  const kept = new Map<string, FileKept>()
  const jobs = { keepsFile: async (taskId: string) => kept.get(taskId) ?? 'kept' }
  const exports = {
    open: async ({
      exportId,
      organizationId,
      blobId,
    }: Record<'exportId' | 'organizationId' | 'blobId', string>) => {
      const state = kept.get(`${organizationId} ${exportId}`) ?? 'unknown'
      if (state === 'kept') return blobs.get(blobId)
      return state === 'withdrawn' ? state : undefined
    },
  }
  const settings = { blobs, jobs, exports, clock, baseUrl: 'https://almanac.test/' }
  const downloads = openDownloads({ ...settings, secret: Buffer.alloc(32, 1) })
  const put = async (content: string) =>
    (
      await blobs.put(
        (async function* () {
          yield Buffer.from(content)
        })(),
        { maxBytes: 1_000 },
      )
    ).id
  const link = async (content: string, livesMs: number) =>
    downloads.link({
      blobId: await put(content),
      taskId: 'task_1',
      fileName: 'list.csv',
      contentType: 'text/csv',
      livesMs,
    })
  const open = async (url: string) => {
    const opened = await downloads.open(tokenOf(url))
    if (opened === 'withdrawn') throw new Error(opened)
    return opened
  }
  return { clock, downloads, settings, link, open, kept, put }
}

const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

test('a link opens its file until it expires', async () => {
  const { clock, downloads, link, open } = await files()
  const url = await link('a,b\n', 1_000)
  expect(url).toMatch(/^https:\/\/almanac\.test\/downloads\/[\w-]+$/)
  const opened = await open(url)
  expect(opened).toMatchObject({ fileName: 'list.csv', contentType: 'text/csv', bytes: 4 })
  expect(await text(opened?.content ?? Readable.from([]))).toBe('a,b\n')
  clock.advance(999)
  ;(await open(url))?.content.destroy()
  clock.advance(1)
  expect(await downloads.open(tokenOf(url))).toBeUndefined()
})

test('a token altered anywhere, of another secret, or no token at all opens nothing', async () => {
  const { downloads, settings, link } = await files()
  const token = tokenOf(await link('secret', 1_000))
  for (let offset = 0; offset < token.length; offset++) {
    const altered = token.slice(0, offset) + (token[offset] === 'A' ? 'B' : 'A') + token.slice(offset + 1)
    expect(await downloads.open(altered)).toBeUndefined()
  }
  const other = openDownloads({ ...settings, secret: Buffer.alloc(32, 2) })
  expect(await other.open(token)).toBeUndefined()
  for (const none of ['', 'x', '../../secret.key', 'a'.repeat(10_000)])
    expect(await downloads.open(none)).toBeUndefined()
})

test('a link whose file is gone opens nothing', async () => {
  const { downloads } = await files()
  const gone = {
    blobId: 'a'.repeat(64),
    taskId: 'task_1',
    fileName: 'x',
    contentType: 'text/csv',
    livesMs: 1_000,
  }
  const url = downloads.link(gone)
  expect(await downloads.open(tokenOf(url))).toBeUndefined()
})

test('a link opens nothing once the job of its file forgot it', async () => {
  const { downloads, link, kept } = await files()
  const token = tokenOf(await link('a,b\n', 1_000))
  kept.set('task_1', 'withdrawn')
  expect(await downloads.open(token)).toBe('withdrawn')
  kept.set('task_1', 'unknown')
  expect(await downloads.open(token)).toBeUndefined()
})

test('a link to an export opens it for the organization it was made for', async () => {
  const { downloads, kept, put } = await files()
  const file = { blobId: await put('a\n'), fileName: 'x.csv', contentType: 'text/csv', livesMs: 1_000 }
  const linkOf = (organizationId: string) =>
    tokenOf(downloads.link({ ...file, exportId: 'exp_1', organizationId }))
  kept.set('org_1 exp_1', 'kept')
  const opened = await downloads.open(linkOf('org_1'))
  expect(opened).toMatchObject({ fileName: 'x.csv', bytes: 2 })
  if (opened !== 'withdrawn') opened?.content.destroy()
  expect(await downloads.open(linkOf('org_2'))).toBeUndefined()
  kept.set('org_1 exp_1', 'withdrawn')
  expect(await downloads.open(linkOf('org_1'))).toBe('withdrawn')
})
