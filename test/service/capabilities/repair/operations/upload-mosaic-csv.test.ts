import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openRaw } from '../../../../support/surfaces/raw-exchange.ts'
import { listsWorld, type Repairing } from '../../../../worlds/lists.ts'
import { workbookOf } from '../../../../support/workbook.ts'

let service: Repairing
beforeAll(async () => {
  service = await listsWorld()
})

const list = 'Nachname;Vorname;E-Mail\nLindqvist;Ada;ada@acme.com\nLindqvist;Ada;ada@acme.com\n'

describe('uploadMosaicCsv 200', () => {
  test('tells how a list is understood, for nothing', async () => {
    verifies('op.upload-mosaic-csv')
    const org = await service.org(0)
    const { status, body } = await service.upload(org, list)
    expect(status).toBe(200)
    expect(body.output).toMatchObject({
      uploadId: expect.stringMatching(/^upl_1_/),
      bytes: Buffer.byteLength(list),
      rowCount: 1,
      hasHeader: true,
      format: {
        kind: 'delimited',
        encoding: 'utf-8',
        delimiter: ';',
      },
      columns: [
        {
          name: 'Nachname',
          role: 'last_name',
        },
        {
          name: 'Vorname',
          role: 'first_name',
        },
        {
          name: 'E-Mail',
          role: 'email',
        },
      ],
    })
    expect(body.chargeInfo.method).toBe('free')
    expect(Date.parse(body.output.expiresAt) - service.clock.now()).toBe(24 * 3_600_000)
  })

  test('takes a compressed body, and tells one that is not what its header says', async () => {
    verifies('client.http.gzip')
    const { rawKey } = await service.org()
    const put = (body: Uint8Array) =>
      fetch(`${service.url}/v1/mosaic/upload`, {
        method: 'PUT',
        headers: { 'x-api-key': rawKey, 'content-encoding': 'gzip' },
        body: Buffer.from(body),
      })
    const read = (await (await put(gzipSync(list))).json()) as { output: object }
    expect(read.output).toMatchObject({ bytes: Buffer.byteLength(list), rowCount: 1 })
    for (const broken of [Buffer.from(list), gzipSync(list).subarray(0, 30)])
      expect((await put(broken)).status).toBe(400)
    // 50 KB that would be 51 MiB.
    expect((await put(gzipSync(Buffer.alloc(51 * 1024 * 1024, 'a')))).status).toBe(413)
  })

  test('takes a spreadsheet, whatever the content type says', async () => {
    const org = await service.org()
    const book = new Uint8Array(
      workbookOf([
        ['Name', 'Email'],
        ['Ada Lindqvist', 'ada@acme.com'],
      ]),
    )
    const { status, body } = await service.upload(org, book, { 'content-type': 'application/json' })
    expect(status).toBe(200)
    expect(body.output).toMatchObject({ rowCount: 1, format: { kind: 'spreadsheet', sheet: 'People' } })
  })

  test('takes several megabytes, and a body without a length', async () => {
    const org = await service.org()
    const rows = Array.from(
      { length: 10_000 },
      (_, index) => `Member ${index},member${index}@acme.com,${'note '.repeat(60)}`,
    )
    const large = `name,email,note\n${rows.join('\n')}\n`
    expect(Buffer.byteLength(large)).toBeGreaterThan(3_000_000)
    expect((await service.upload(org, large)).body.output.rowCount).toBe(10_000)
    const chunked = new ReadableStream({
      start(controller) {
        for (const part of ['name,em', 'ail\nAda,ada@acme.com\n']) controller.enqueue(Buffer.from(part))
        controller.close()
      },
    })
    const response = await fetch(`${service.url}/v1/mosaic/upload`, {
      method: 'PUT',
      body: chunked,
      duplex: 'half',
      headers: { 'x-api-key': org.rawKey },
    } as RequestInit)
    expect(response.status).toBe(200)
  })

  test('one Idempotency-Key answers one list, and refuses another', async () => {
    const org = await service.org()
    const headers = { 'idempotency-key': 'list' }
    const first = await service.upload(org, list, headers)
    const again = await service.upload(org, list, headers)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await service.upload(org, `${list}Berg;Ben;ben@acme.com\n`, headers)).status).toBe(422)
  })
})

describe('uploadMosaicCsv 400', () => {
  test.each([
    ['nothing', ''],
    ['a PDF', '%PDF-1.7\n%âãÏÓ'],
    ['a header alone', 'name,email\n'],
    ['a line without end', 'a'.repeat(2_000_000)],
  ])('%s is refused with the reason', async (_what, content) => {
    const org = await service.org()
    const { status, body } = await service.upload(org, content)
    expect(status).toBe(400)
    expect(body.issues).toMatchObject([
      { path: 'body', message: expect.stringMatching(/^(?:The|A|Expected) /) },
    ])
  })
})

test('uploadMosaicCsv 401 before the file is read', async () => {
  expect((await service.send('PUT /v1/mosaic/upload', { body: list })).status).toBe(401)
})

describe('uploadMosaicCsv 413', () => {
  const port = () => Number(new URL(service.url).port)
  test('at the declared length, without the go-ahead that curl waits for', async () => {
    const org = await service.org()
    const connection = openRaw(port())
    connection.socket.write(
      `PUT /v1/mosaic/upload HTTP/1.1\r\nhost: x\r\nx-api-key: ${org.rawKey}\r\nexpect: 100-continue\r\ncontent-length: ${50 * 1024 ** 2 + 1}\r\n\r\n`,
    )
    expect(await connection.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 413 /)
    connection.socket.destroy()
  })
  test('within the limit the go-ahead is given', async () => {
    const org = await service.org()
    const connection = openRaw(port())
    connection.socket.write(
      `PUT /v1/mosaic/upload HTTP/1.1\r\nhost: x\r\nx-api-key: ${org.rawKey}\r\nexpect: 100-continue\r\ncontent-length: ${2 * 1024 ** 2}\r\n\r\n`,
    )
    expect(await connection.until('\r\n\r\n')).toMatch(/^HTTP\/1\.1 100 /)
    connection.socket.destroy()
  })
  test('at the first byte over, where no length is declared', async () => {
    const org = await service.org()
    const { send, close } = endless(port(), org.rawKey)
    expect(await send).toMatch(/^HTTP\/1\.1 413 /)
    close()
  })
})

/** Sends chunks of a megabyte until something is answered. */
function endless(port: number, key: string) {
  const connection = openRaw(port)
  const { socket } = connection
  socket.on('error', () => {})
  socket.write(
    `PUT /v1/mosaic/upload HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ntransfer-encoding: chunked\r\n\r\n`,
  )
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(1024 ** 2, 'a'), Buffer.from('\r\n')])
  let open = true
  const more = () => {
    while (open && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
  return {
    send: connection.until('\r\n\r\n'),
    close() {
      open = false
      socket.destroy()
    },
  }
}
