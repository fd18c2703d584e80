import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { ChargingAnswer, ChargingOrder } from './charging-process.ts'

const program = join(import.meta.dirname, 'charging-process.ts')

export interface Life {
  answers: ChargingAnswer[]
  /** What had left the process of an answer that never ended. */
  partOfAnswer: string
  signal: NodeJS.Signals | null
}

/** Runs one charging process to its end, whatever ends it; SIGKILL does after `killAfter` answers. */
export function live(order: ChargingOrder, killAfter = Number.POSITIVE_INFINITY): Promise<Life> {
  return new Promise((resolve, reject) => {
    const child = fork(program, [JSON.stringify(order)], {
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const answers: ChargingAnswer[] = []
    let [partOfAnswer, complaint] = ['', '']
    child.stdout?.on('data', (text: Buffer) => (partOfAnswer += text.toString()))
    child.stderr?.on('data', (text: Buffer) => (complaint += text.toString()))
    child.on('message', (answer: ChargingAnswer) => {
      answers.push(answer)
      if (answers.length === killAfter) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve({ answers, partOfAnswer, signal })
      else reject(new Error(`exit ${code}: ${complaint}`))
    })
  })
}
