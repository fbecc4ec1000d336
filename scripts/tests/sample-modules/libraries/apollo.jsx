import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider, useQuery } from '@apollo/client/react';

const client = new ApolloClient({
  link: new HttpLink({ uri: '/graphql' }),
  cache: new InMemoryCache(),
});
const query = gql`
  {
    a
  }
`;
client.writeQuery({ query, data: { a: 'first' } });
const Inside = () => (
  <p id="apollo">apollo {useQuery(query, { fetchPolicy: 'cache-only' }).data?.a}</p>
);

export default () => (
  <ApolloProvider client={client}>
    <Inside />
  </ApolloProvider>
);
