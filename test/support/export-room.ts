import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { openDownloads } from '../../src/platform/downloads/index.ts'
import {
  forgetExports,
  openExportFile,
  openExports,
  type ExportWriter,
  type ExportRequest,
} from '../../src/platform/exports/index.ts'
import type { MailMessage } from '../../src/platform/mail/index.ts'
import { openRecordReads } from '../../src/platform/record-reads/index.ts'
import { subjectOfTexts, type Subject } from '../../src/platform/privacy/index.ts'
import { openFileBlobs } from '../../src/store/blobs/index.ts'
import { atEnd } from './at-end.ts'
import { peopleExport, type PeopleDeps, type PeopleGiven } from './exports.ts'
import { anOrg, openTestPlatform } from './platform.ts'
import { testDatabase } from './postgres.ts'

type More = Partial<ExportRequest<PeopleGiven>> & { people?: number }

/** Exports of people on real stores: parts of ten rows, a hundred rows a month. What happens meanwhile is in `hooks`. */
export async function openExportRoom() {
  const definition = peopleExport(10)
  const db = await testDatabase()
  const platform = openTestPlatform(db)
  const { clock, jobs } = platform
  const dir = await mkdtemp(join(tmpdir(), 'almanac-exports-'))
  atEnd(() => rm(dir, { recursive: true, force: true }))
  const blobs = openFileBlobs({ dir, clock })
  const downloads = openDownloads({
    blobs,
    jobs,
    clock,
    secret: Buffer.alloc(32, 1),
    baseUrl: 'https://almanac.test',
    exports: { open: (file) => openExportFile({ db, blobs }, file) },
  })
  const hooks: Omit<PeopleDeps, 'exports'> & {
    gone: Set<number>
    send(message: MailMessage): unknown
    /** Called when the file is there and not charged yet. */
    onFile(): unknown
  } = {
    onFile: () => undefined,
    onRow: () => undefined,
    gone: new Set(),
    send: () => undefined,
  }
  const mail = { send: async (message: MailMessage): Promise<void> => void (await hooks.send(message)) }
  const recordReads = openRecordReads({ db, windowDays: 30 })
  const exports = openExports({ db, blobs, clock, jobs, downloads, mail, recordReads, monthlyRows: 100 })
  const writer: ExportWriter = {
    ...exports,
    async join(spec, params) {
      const result = await exports.join(spec, params)
      await hooks.onFile()
      return result
    },
  }
  jobs.register(definition, {
    exports: writer,
    onRow: (number: number) => hooks.onRow(number),
    gone: hooks.gone,
  })
  atEnd(() => jobs.close())
  await exports.ready()

  const begin = (organizationId: string, { people = 3, ...more }: More = {}) => {
    const given = { name: 'people', people, noteLength: 3 }
    const form = { format: 'csv' } as const
    const request = {
      organizationId,
      operationId: 'exportPeople',
      given,
      form,
      rows: people,
      origin: { kind: 'test', id: null },
      ...more,
    }
    return platform.db.transact((tx) => exports.begin(tx, definition, request))
  }
  const open = (url: string | null | undefined) => downloads.open(url?.split('/').at(-1) ?? '')
  const none = { emails: [], phoneNumbers: [], pages: [], people: [], names: [] }
  return {
    platform,
    blobs,
    downloads,
    exports,
    hooks,
    begin,
    async begun(organizationId: string, more: More = {}): Promise<string> {
      const outcome = await begin(organizationId, more)
      if (!outcome.begun) throw new Error(outcome.reason)
      return outcome.exportId
    },
    /** What is behind a link. */
    open,
    /** Works an export off, and answers the file behind its link. */
    async fileOf(organizationId: string, exportId: string): Promise<string> {
      await jobs.workNow()
      const view = await exports.find(organizationId, exportId)
      expect(view).toMatchObject({ state: 'completed', progressPercent: 100, error: null })
      const opened = await open(view?.downloadUrl)
      if (opened === undefined || opened === 'withdrawn') throw new Error(`the link is ${opened}`)
      return text(opened.content)
    },
    /** Names of all files there are. */
    async filesKept(): Promise<string[]> {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    anOrganization: async () => (await anOrg(platform)).organizationId,
    /** Forgets whoever these texts name. */
    forget: (given: object) =>
      forgetExports({ db, blobs }).forget(subjectOfTexts({ ...none, ...given }) as Subject),
  }
}

export type OpenedExportRoom = Awaited<ReturnType<typeof openExportRoom>>
