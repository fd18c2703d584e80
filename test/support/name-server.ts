import { createSocket } from 'node:dgram'
import { atEnd } from './at-end.ts'

const types = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 }

const nameBytes = (name: string) =>
  Buffer.concat([
    ...name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.from([0]),
  ])

/** What the name server below knows; `nothing`: the name exists without such records. */
type Zone = Record<
  string,
  { code?: number; MX?: [number, string][]; A?: string[]; TXT?: string[]; CNAME?: string }
>

/** A name server on loopback. */
export async function nameServer(zone: Zone): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12) + 5
    const type = query.readUInt16BE(end - 4)
    const labels: string[] = []
    for (
      let offset = 12;
      query[offset] !== 0 && query[offset] !== undefined;
      offset += (query[offset] as number) + 1
    )
      labels.push(query.toString('latin1', offset + 1, offset + 1 + (query[offset] as number)))
    const entry = zone[labels.join('.').toLowerCase()] ?? (labels.length === 1 ? {} : { code: 3 })
    const mx = (entry.MX ?? []).map(([priority, host]) => {
      const name = host === '' ? Buffer.from([0]) : nameBytes(host)
      return Buffer.concat([Buffer.from([priority >> 8, priority & 255]), name])
    })
    const a = (entry.A ?? []).map((address) => Buffer.from(address.split('.').map(Number)))
    const txt = (entry.TXT ?? []).map((text) => Buffer.from([text.length, ...Buffer.from(text)]))
    const cname = entry.CNAME === undefined ? [] : [nameBytes(entry.CNAME)]
    const byType = new Map([
      [types.MX, mx],
      [types.A, a],
      [types.TXT, txt],
      [types.CNAME, cname],
    ])
    const data = byType.get(type) ?? []
    const answers = data.map((bytes) => {
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, bytes.length >> 8, bytes.length & 255])
      return Buffer.concat([head, bytes])
    })
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180 | (entry.code ?? 0), 2)
    head.writeUInt16BE(answers.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  atEnd(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  return `127.0.0.1:${socket.address().port}`
}
