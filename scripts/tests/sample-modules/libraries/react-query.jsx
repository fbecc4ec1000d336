import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import useSWR from 'swr';
import { atom, useAtom } from 'jotai';
import { configureStore } from '@reduxjs/toolkit';
import { Provider, useSelector } from 'react-redux';

const client = new QueryClient();
const count = atom(1);
const store = configureStore({ reducer: { n: (n = 2) => n } });
const Inside = () => {
  const { data } = useQuery({ queryKey: ['a'], queryFn: () => 'first', initialData: 'first' });
  const { data: other } = useSWR('/a', () => 'first', { fallbackData: 'first' });
  const [n] = useAtom(count);
  const m = useSelector((state) => state.n);
  return (
    <p id="react-query">
      react-query {data} {other} {n} {m}
    </p>
  );
};

export default () => (
  <Provider store={store}>
    <QueryClientProvider client={client}>
      <Inside />
    </QueryClientProvider>
  </Provider>
);
