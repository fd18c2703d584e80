import type { IncomingMessage } from 'node:http'
import { EngineUnavailable, engineFailure } from './errors.ts'

const exception = '__exception__'

/**
 * Rows of a JSONEachRow answer, in blocks of what arrived together. The engine reports a failure within an answer
 * as text behind a marker line and breaks the connection; both become the typed error.
 */
export async function* readRows<Row>(
  open: () => Promise<IncomingMessage>,
  limits: { signal?: AbortSignal | undefined; pauseMs: number },
): AsyncGenerator<Row[]> {
  const { signal } = limits
  const res = await open()
  const decoder = new TextDecoder()
  let pending = ''
  try {
    for await (const part of arriving(res, limits.pauseMs)) {
      pending += decoder.decode(part, { stream: true })
      if (pending.includes(exception) && /(^|\n)__exception__\r\n/.test(pending)) continue // its text is still arriving
      const end = pending.lastIndexOf('\n')
      if (end < 0) continue
      const rows = parseLines<Row>(pending.slice(0, end))
      pending = pending.slice(end + 1)
      if (rows.length > 0) yield rows
    }
    throwReported(pending)
    if (pending.trim() !== '') yield parseLines<Row>(pending)
  } catch (error) {
    signal?.throwIfAborted()
    throwReported(pending)
    if (error instanceof SyntaxError || error instanceof EngineUnavailable) throw error
    throw new EngineUnavailable('engine connection lost within an answer', { cause: error })
  } finally {
    res.destroy()
  }
}

/** Parts of the answer; fails when the engine lets the reader wait longer than `pauseMs` for one. */
async function* arriving(res: IncomingMessage, pauseMs: number): AsyncGenerator<Buffer> {
  const parts: AsyncIterator<Buffer> = res[Symbol.asyncIterator]()
  for (;;) {
    const timer = setTimeout(() => res.destroy(new EngineUnavailable('no rows in time')), pauseMs)
    const next = await parts.next().finally(() => clearTimeout(timer))
    if (next.done) return
    yield next.value
  }
}

function parseLines<Row>(text: string): Row[] {
  const lines = text.trim()
  return lines === '' ? [] : (JSON.parse(`[${lines.replaceAll('\n', ',')}]`) as Row[])
}

function throwReported(text: string): void {
  const at = text.indexOf(`${exception}\r\n`)
  if (at >= 0 && (at === 0 || text[at - 1] === '\n')) throw engineFailure(text.slice(at + exception.length))
}
