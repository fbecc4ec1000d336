test.each(['BroadcastChannel', 'TransformStream', 'WritableStream'])(
  'a test of components has %s, which MSW asks for',
  (name) => expect(window).toHaveProperty(name),
);
