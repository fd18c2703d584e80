import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { maxRowBytes, UnreadableFile, type SourceRow } from './row.ts'

const newline = 0x0a

/**
 * The elements of one JSON array, however large the file. Broken JSON ends it, because nothing after the break tells
 * where the next element begins.
 */
export async function* jsonArray(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceRow[]> {
  const document = new ArrayDocument()
  for await (const chunk of chunks) {
    const failure = document.write(chunk)
    const rows = document.take()
    if (rows.length > 0) yield rows
    if (failure) throw failure
  }
  if (!document.isComplete) throw new UnreadableFile('the JSON array is cut off: its closing ] is missing')
}

class ArrayDocument {
  readonly #tokenizer = new Tokenizer()
  readonly #values = new TokenParser({ paths: ['$.*'], keepStack: false })
  #rows: SourceRow[] = []
  #depth = 0
  #failure: Error | undefined
  /** Offset and line of the present element. */
  #start = 0
  #line = 1
  #end = 0
  /** Where the chunk begins, and how many line breaks come before it and before the last token. */
  #chunk: Buffer = Buffer.alloc(0)
  #chunkOffset = 0
  #lines = 1
  #counted = 0

  constructor() {
    this.#tokenizer.onToken = (token) => {
      if (this.#depth === 1 || this.#depth === 0) this.#atTop(token.token, token.offset)
      if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) this.#depth++
      if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) this.#depth--
      this.#end = token.offset
      this.#values.write(token)
    }
    this.#tokenizer.onError = (error) => {
      this.#failure ??= error
    }
    this.#values.onError = (error) => {
      this.#failure ??= error
    }
    this.#tokenizer.onEnd = () => undefined
    this.#values.onValue = ({ value }) => {
      this.#rows.push({ line: this.#line, value, bytes: this.#end - this.#start + 1 })
    }
  }

  get isComplete(): boolean {
    return this.#values.isEnded
  }

  write(chunk: Buffer): UnreadableFile | undefined {
    this.#chunk = chunk
    this.#counted = 0
    if (this.isComplete) return this.#trailing(chunk)
    this.#tokenizer.write(chunk)
    this.#countTo(chunk.length)
    this.#chunkOffset += chunk.length
    if (this.#failure) return this.#unreadable(this.#failure.message)
    if (!this.isComplete && this.#depth > 1 && this.#chunkOffset - this.#start > maxRowBytes) {
      return this.#unreadable(`the element that begins on line ${this.#line} is longer than 16 MiB`)
    }
    return undefined
  }

  take(): SourceRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #atTop(token: TokenType, offset: number): void {
    if (this.#depth === 0 && token !== TokenType.LEFT_BRACKET) {
      if (!this.isComplete) this.#failure ??= new Error('the document is not an array')
      return
    }
    if (this.#depth === 0 || token === TokenType.COMMA || token === TokenType.RIGHT_BRACKET) return
    this.#countTo(offset - this.#chunkOffset)
    this.#start = offset
    this.#line = this.#lines
  }

  /** Advances the line count to an offset in this chunk. */
  #countTo(end: number): void {
    for (;;) {
      const position = this.#chunk.indexOf(newline, this.#counted)
      if (position < 0 || position >= end) break
      this.#lines++
      this.#counted = position + 1
    }
  }

  #trailing(chunk: Buffer): UnreadableFile | undefined {
    return chunk.toString('latin1').trim() === ''
      ? undefined
      : this.#unreadable('there is more after the array')
  }

  #unreadable(reason: string): UnreadableFile {
    return new UnreadableFile(`not a valid JSON array near line ${this.#lines}: ${reason}`)
  }
}
