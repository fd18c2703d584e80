export { loadSample, sampleState, type SampleProgress, type SampleRequest } from './load-sample.ts'
