import styled from '@emotion/styled';

const Text = styled.p`
  color: red;
`;

export default () => <Text id="emotion">emotion</Text>;
