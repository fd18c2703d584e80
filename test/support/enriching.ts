import { parse } from 'csv-parse/sync'
import type { TestAlmanac, TestAnswer } from './harness.ts'
import type { TestOrganization } from './platform.ts'

/** The operations of enriching lists, on any service. */
export interface Enriching {
  upload(
    org: TestOrganization,
    content: string | Uint8Array,
    headers?: Record<string, string>,
  ): Promise<TestAnswer>
  start(org: TestOrganization, body: object, headers?: Record<string, string>): Promise<TestAnswer>
  poll(org: TestOrganization, runId: string): Promise<TestAnswer>
  /** Another operation of enriching by the end of its path: `rows`, `decide`. */
  ask(org: TestOrganization, act: string, body: object, headers?: Record<string, string>): Promise<TestAnswer>
  /** The file of a run as it is now. */
  fetchFile(
    org: TestOrganization,
    runId: string,
  ): Promise<{ bytes: Buffer; text: string; rows: Record<string, string>[] }>
  /** Starts a list, works on it, polls it and fetches its file. */
  run(org: TestOrganization, body: object): Promise<EnrichedList>
}

export interface EnrichedList {
  started: TestAnswer
  polled: TestAnswer
  /** The file. */
  bytes: Buffer
  /** The file as text. */
  text: string
  /** Its rows by heading, where it is a CSV. */
  rows: Record<string, string>[]
}

export function enriching(service: TestAlmanac): Enriching {
  const upload: Enriching['upload'] = (org, content, headers = {}) =>
    service.send('POST /v1/enrich/upload', { key: org.rawKey, body: content, headers })
  const start: Enriching['start'] = (org, body, headers = {}) =>
    service.send('POST /v1/enrich/start', { key: org.rawKey, body, headers })
  const poll: Enriching['poll'] = (org, runId) =>
    service.send('POST /v1/enrich/poll', { key: org.rawKey, body: { runId } })
  const fetchFile: Enriching['fetchFile'] = async (org, runId) => {
    const { outputUrl, status, error } = (await poll(org, runId)).body.output.run
    if (status !== 'done') throw new Error(`${status}: ${error}`)
    const answer = await fetch(service.url + new URL(outputUrl).pathname)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const text = bytes.toString()
    return { bytes, text, rows: rowsOf(text) }
  }
  return {
    upload,
    start,
    poll,
    fetchFile,
    ask: (org, act, body, headers = {}) =>
      service.send(`POST /v1/enrich/${act}`, { key: org.rawKey, body, headers }),
    async run(org, body) {
      const started = await start(org, body)
      if (started.status !== 200) throw new Error(started.text)
      await service.almanac.jobs.workNow()
      const polled = await poll(org, started.body.output.runId)
      return { started, polled, ...(await fetchFile(org, started.body.output.runId)) }
    },
  }
}

/** Rows of a CSV by heading, in whatever cuts its first line into most cells. */
export function rowsOf(text: string): Record<string, string>[] {
  if (text.startsWith('{') || text.startsWith('PK')) return []
  const [heading = ''] = text.split(/\r?\n/, 1)
  const [delimiter] = [',', ';', '\t'].toSorted(
    (one, other) => heading.split(other).length - heading.split(one).length,
  )
  return parse(text, { columns: true, bom: true, relax_column_count: true, delimiter })
}
