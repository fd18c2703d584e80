import type { Queryable } from '../../store/postgres/index.ts'
import { noteDelivered, type ReceivedDelivery } from './delivery-rows.ts'

/** This many may wait for their note while others are sent; a killed process sends as many again. */
const maxUnnotedAnswers = 64

/** Notes what one endpoint received: together what was received while the store was busy. */
export interface ReceivedNotes {
  /** Resolves when more may be sent, which is before the note is stored while few wait. */
  add(received: ReceivedDelivery): Promise<void>
  /** Resolves when nothing waits any more; rejects with what went wrong first: those deliveries come again. */
  settled(): Promise<void>
}

export function receivedNotes(db: Queryable, endpointId: string): ReceivedNotes {
  const failures: unknown[] = []
  let waiting: ReceivedDelivery[] = []
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting
      waiting = []
      await noteDelivered(db, endpointId, some).catch((error: unknown) => failures.push(error))
    }
    writing = undefined
  }

  return {
    async add(received) {
      waiting.push(received)
      writing ??= write()
      if (waiting.length >= maxUnnotedAnswers) await writing
    },
    async settled() {
      await writing
      if (failures.length > 0) throw failures[0]
    },
  }
}
