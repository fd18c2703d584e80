export {
  loadSample,
  noneLoaded,
  sampleState,
  type SampleProgress,
  type SampleRequest,
} from './load-sample.ts'
