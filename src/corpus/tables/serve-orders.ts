/**
 * The child's side of a ContainedProcess: answers orders one by one with what `handle` returns. A throw that `handle` lets
 * through is sent as `{failed}`.
 */
export function serveOrders<Order>(handle: (order: Order, bytes: Buffer) => Promise<object>): void {
  const incoming = new Incoming()
  process.on('disconnect', () => process.exit())
  process.on('message', async (order: Order & { bytes: number }) => {
    try {
      process.send?.(await handle(order, await incoming.take(order.bytes)))
    } catch (error) {
      process.send?.({ failed: String(error instanceof Error ? error.stack : error) })
    }
  })
}

/** What comes beside the orders. */
class Incoming {
  #pieces: Buffer[] = []
  #held = 0
  #wake: () => void = () => {}

  constructor() {
    process.stdin.on('data', (piece: Buffer) => {
      this.#pieces.push(piece)
      this.#held += piece.length
      this.#wake()
    })
  }

  async take(length: number): Promise<Buffer> {
    while (this.#held < length) await new Promise<void>((wake) => (this.#wake = wake))
    const all = Buffer.concat(this.#pieces)
    this.#pieces = all.length > length ? [all.subarray(length)] : []
    this.#held = all.length - length
    return all.subarray(0, length)
  }
}
