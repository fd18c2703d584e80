/** What is used of a library that brings no types. */
declare module 'saxen' {
  export class Parser {
    on(name: 'openTag', callback: (name: string, attributes: () => Record<string, string>) => void): this
    on(name: 'closeTag', callback: (name: string) => void): this
    on(name: 'text' | 'cdata', callback: (value: string) => void): this
    on(name: 'error' | 'warn', callback: (error: Error) => void): this
    parse(xml: string): this
  }
}
