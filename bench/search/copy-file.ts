import { createReadStream } from 'node:fs'
import { once } from 'node:events'
import type { Client, Connection, Submittable } from 'pg'

/** What pg's connection can do besides what its types list; `COPY … FROM STDIN` is made of it. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** Loads a file through `COPY … FROM STDIN`, in bounded memory. */
export function copyFile(client: Client, statement: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const submittable: Submittable & Record<string, unknown> = {
      submit: (connection: Connection) => connection.query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        send(connection, file).catch((error: unknown) => connection.sendCopyFail(String(error)))
      },
      handleCommandComplete: () => undefined,
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    }
    client.query(submittable)
  })
}

async function send(connection: CopyConnection, file: string): Promise<void> {
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    connection.sendCopyFromChunk(chunk as Buffer)
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
  }
  connection.endCopyFrom()
}
