import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importFile } from '../../src/corpus/import/index.ts'
import type { EntityKind } from '../../src/corpus/commits/index.ts'
import { atEnd } from '../support/at-end.ts'
import { testAlmanac, type TestAlmanac, type TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { localServer, type ServerAnswer, type ServerRequest } from '../support/sources.ts'
import { world } from './world.ts'

const guide = readFileSync(new URL('../../docs/guide/platform-families.md', import.meta.url), 'utf8')
const photoVendor = /^```yaml\n(# vendors\/photo-vendor\.yaml\n[\s\S]*?)^```/m.exec(guide)?.[1] as string

const lines = (
  capability: string,
  kind: 'accounts' | 'uploads' | 'replies',
  query: Record<string, string>,
) => ({
  [capability]: {
    request: { url: `{{settings.base}}/${capability}`, query },
    answer: { [kind]: kind, cursor: 'next' },
  },
})
const ofUpload = { id: '{{question.id}}', after: '{{question.cursor}}' }
const ofAccount = { handle: '{{question.handle}}', after: '{{question.cursor}}' }
const search = { q: '{{question.query}}', after: '{{question.cursor}}' }

/** A vendor that answers lines of the import format, for what the vendor of the guide does not. */
const otherVendor = {
  answers: {
    ...lines('photo.reels', 'uploads', ofAccount),
    ...lines('photo.post', 'uploads', ofUpload),
    ...lines('photo.comments', 'replies', ofUpload),
    ...lines('forum.posts', 'uploads', { forum: '{{question.forum}}', sort: '{{question.sort}}' }),
    ...lines('video.profile', 'accounts', ofAccount),
    ...lines('video.videos', 'uploads', ofAccount),
    ...lines('video.followers', 'accounts', ofAccount),
    ...lines('video.following', 'accounts', ofAccount),
    ...lines('video.users', 'accounts', search),
    ...lines('video.search', 'uploads', search),
    ...lines('video.hashtag', 'uploads', { tag: '{{question.hashtag}}' }),
    ...lines('video.trending', 'uploads', {}),
    ...lines('video.video', 'uploads', ofUpload),
    ...lines('video.transcript', 'uploads', ofUpload),
    ...lines('video.comments', 'replies', ofUpload),
    ...lines('video.replies', 'replies', { id: '{{question.commentId}}' }),
    ...lines('video.songs', 'uploads', {}),
    ...lines('video.song', 'uploads', ofUpload),
    ...lines('video.song_videos', 'uploads', ofUpload),
  },
}

export interface FamiliesTest extends TestAlmanac {
  vendor: {
    /** What the sources answer from now on; 404 where it says nothing. */
    say(answer: (request: ServerRequest) => ServerAnswer | undefined): void
    /** Requests since then. */
    asked: ServerRequest[]
  }
  ask(org: TestOrganization, path: string, body: object): Promise<TestAnswer>
  /** Imports native lines, as `almanac import` does. */
  load(kind: EntityKind, rows: readonly object[]): Promise<void>
}

/** The service with two vendors and a Lemmy server, all of them one local server that says what a test tells it to. */
async function openFamilies(): Promise<FamiliesTest> {
  let answer: Parameters<FamiliesTest['vendor']['say']>[0] = () => undefined
  const asked: ServerRequest[] = []
  const server = await localServer((request) => {
    asked.push(request)
    return answer(request) ?? { status: 404, json: {} }
  })
  const folder = mkdtempSync(join(tmpdir(), 'almanac-families-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const values = { base: server.url }
  const settings = (name: string, text: string) => ({ file: file(name, text), values, secrets: { key: 'k' } })
  const entry = { perSecond: 1000 }
  const service = await testAlmanac({
    sources: {
      entries: [
        { ...entry, source: 'generic-http', name: 'pictures', settings: settings('photo.yaml', photoVendor) },
        {
          ...entry,
          source: 'generic-http',
          name: 'clips',
          settings: settings('other.yaml', JSON.stringify(otherVendor)),
        },
        { ...entry, source: 'lemmy', settings: { baseUrl: server.url } },
      ],
    },
  })
  let files = 0
  return {
    ...service,
    vendor: {
      asked,
      say(next) {
        answer = next
        asked.length = 0
      },
    },
    ask: (org, path, body) => service.send(`POST /v1/${path}`, { key: org.rawKey, body }),
    async load(kind, rows) {
      const { almanac } = service
      const rejects: unknown[] = []
      await importFile({
        kind,
        file: file(`${kind}-${++files}.jsonl`, rows.map((row) => JSON.stringify(row)).join('\n')),
        source: 'test',
        writer: almanac.writer,
        batchRows: 100,
        observedAt: new Date(service.clock.now()),
        onRejects: async (rejected) => void rejects.push(...rejected),
      })
      if (rejects.length > 0) throw new Error(JSON.stringify(rejects))
    },
  }
}

/** The same for all files of a worker. */
export const familiesWorld = world(openFamilies)
