
/** Why a request was refused. */
export class EmiliaError extends Error {
  private constructor();
  /** Points to the field that is wrong (RFC 6901), as `/depth`. */
  readonly path?: string;
  /** What the field may be. */
  readonly allowed?: string;
}

/** Where the module is. */
export interface Source {
  /** The module with one thread: its address, its bytes, or compiled. */
  wasm?: string | URL | BufferSource | WebAssembly.Module;
  /** The folder of the package's files, where they aren't beside its script: a path or an address. */
  folder?: string | URL;
}

export interface EngineOptions extends Source {
  /**
   * Threads of a search, from 1 to 32. A page has one where it isn't isolated from other origins.
   * Default: 1.
   */
  threads?: number;
  /** Megabytes of memory for what searches remember, from 1 to 512. Default: 48. */
  hash?: number;
  /**
   * Whether to unpack weights and opening book at once, some 40 MB. Without it they are unpacked when
   * a request needs them. Default: true.
   */
  prepare?: boolean;
}

export interface AskOptions {
  /** Rejects the promise and stops the search. */
  signal?: AbortSignal | null;
}

/** The answer to a request, a promise, and the results so far, an async iterable that ends with it. */
export interface Search<Result, Progress> extends Promise<Result>, AsyncIterable<Progress> {}

type Ask = Exclude<keyof Requests, "cancel">;
type Searching = { [K in Ask]: [Requests[K]["progress"]] extends [never] ? never : K }[Ask];
type Quick = Exclude<Ask, Searching>;
type MethodName<K extends string> = K extends `${infer A}_${infer B}` ? `${A}${Capitalize<B>}` : K;
type FieldsOf<K extends Ask> = Omit<Requests[K]["request"], "ask" | "id" | "progress">;
type Arguments<K extends Ask, More extends unknown[]> =
  {} extends FieldsOf<K> ? [fields?: FieldsOf<K>, ...more: More] : [fields: FieldsOf<K>, ...more: More];
type EngineMethods = {
  [K in Ask as MethodName<K>]: (...given: Arguments<K, [options?: AskOptions]>) =>
    Search<Requests[K]["result"], Requests[K]["progress"]>;
};
type RulesMethods = {
  [K in Quick as MethodName<K>]: (...given: Arguments<K, []>) => Requests[K]["result"];
};

/** An engine in a worker, with a method for each request. It answers one after the other. */
export class Engine {
  private constructor();
  static create(options?: EngineOptions): Promise<Engine>;
  /** The threads that searches have. */
  readonly threads: number;
  /** Any request, by its name: `{ ask: "about" }`. */
  ask<K extends Ask>(request: Requests[K]["request"] & { ask: K }, options?: AskOptions):
    Search<Requests[K]["result"], Requests[K]["progress"]>;
  /** Ends the worker. What is not answered yet is rejected. */
  close(): void;
}
export interface Engine extends EngineMethods {}

/** Answers what needs no search at once, in the caller's thread. */
export class Rules {
  private constructor();
  static create(options?: Source): Promise<Rules>;
  /** Throws an EmiliaError if the request is refused. */
  ask<K extends Quick>(request: Requests[K]["request"] & { ask: K }): Requests[K]["result"];
}
export interface Rules extends RulesMethods {}
