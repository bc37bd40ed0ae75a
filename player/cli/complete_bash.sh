if ! declare -F _init_completion >/dev/null 2>&1 && ! declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
    __battleshipd_init_completion()
    {
        local i last glued=""
        COMPREPLY=()
        words=()
        for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
            last=$((${#words[@]} - 1))
            if ((i > 0)) && [[ -n ${glued} || ${COMP_WORDS[i]} == [=:]* ]]; then
                words[last]+=${COMP_WORDS[i]}
            else
                words+=("${COMP_WORDS[i]}")
            fi
            glued=""
            if [[ ${COMP_WORDS[i]} == *[=:] ]]; then
                glued=yes
            fi
            if ((i == COMP_CWORD)); then
                cword=$((${#words[@]} - 1))
            fi
        done
        cur=${words[cword]}
        prev=${words[cword > 0 ? cword - 1 : 0]}
    }
fi
